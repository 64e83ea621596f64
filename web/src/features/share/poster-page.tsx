import { useEffect, useId, useState } from 'react'
import { ApiError, errorText, post } from '@/api'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { useSearch } from '@/lib/router'
import { saveFile } from '@/lib/save-file'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { drawPoster } from './poster'

/** Error code: the share has a password, and no or a wrong password was sent. */
const PASSWORD = '20173'

/** /poster?id=: a share as one or more pictures to save. */
export function PosterPage() {
  const t = useT()
  const id = useId()
  const { id: shareId = '' } = useSearch()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState('')
  const [title, setTitle] = useState('')
  const [pages, setPages] = useState<{ blob: Blob; url: string }[]>([])
  const [problem, setProblem] = useState<{ text: string; locked: boolean } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let made: { blob: Blob; url: string }[] = []
    setProblem(null)
    setPages([])
    void (async () => {
      try {
        const { data } = await post('/api/share/body', { shareId, password: tried || undefined }, { signal })
        setTitle(data.title)
        const url = `${location.origin}/s/${shareId}`
        const blobs = await drawPoster(
          data.title,
          data.html,
          { brand: boot.brand.name, note: t('share.posterNote'), url },
          data.pass,
          signal,
        )
        made = blobs.map((blob) => ({ blob, url: URL.createObjectURL(blob) }))
        setPages(made)
      } catch (err) {
        if (signal.aborted) return
        const locked = err instanceof ApiError && err.code === PASSWORD
        const text = err instanceof ApiError ? errorText(err) : t('share.posterFailed')
        setProblem({ text: text ?? '', locked })
      }
    })()
    return () => {
      stop.abort()
      for (const p of made) URL.revokeObjectURL(p.url)
    }
  }, [shareId, tried, t])
  const save = () => {
    try {
      pages.forEach((p, i) => {
        saveFile(p.blob, pages.length > 1 ? `${title}-${i + 1}.png` : `${title}.png`)
      })
    } catch {
      void toast(t('share.posterFailed'), { kind: 'error' })
    }
  }
  return (
    <PageFrame
      title={t('share.poster')}
      end={
        pages.length > 0 && (
          <Button kind="primary" size="sm" onClick={save}>
            {t('share.posterSave')}
          </Button>
        )
      }
    >
      {problem?.locked ? (
        <form
          className="mx-auto mt-8 max-w-sm space-y-3"
          onSubmit={(e) => {
            e.preventDefault()
            setTried(password)
          }}
        >
          <label htmlFor={id}>{t('share.locked')}</label>
          <Input
            id={id}
            type="password"
            autoComplete="off"
            maxLength={64}
            value={password}
            onChange={(e) => setPassword(e.target.value)}
          />
          {tried && (
            <p role="alert" className="text-[13px] text-seal">
              {problem.text}
            </p>
          )}
          <Button type="submit" kind="primary">
            {t('share.unlock')}
          </Button>
        </form>
      ) : problem ? (
        <ErrorState title={problem.text} />
      ) : pages.length === 0 ? (
        <div aria-busy>
          <Skeleton className="mx-auto mt-6 h-96 max-w-sm" />
        </div>
      ) : (
        <div className="mx-auto mt-4 max-w-sm space-y-4">
          {pages.map((p, i) => (
            <img
              key={p.url}
              src={p.url}
              alt={t('share.posterPage', { title, page: i + 1, pages: pages.length })}
              className="w-full rounded-md border border-line"
            />
          ))}
        </div>
      )}
    </PageFrame>
  )
}
