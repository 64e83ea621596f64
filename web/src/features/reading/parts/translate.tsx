import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { errorText, fetchFile, post } from '@/api'
import { useLocale, useT } from '@/i18n'
import { saveFile } from '@/lib/save-file'
import { useSlot } from '@/lib/slot'
import { Button, IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { ErrorState, Progress, Skeleton } from '@/ui/state'
import { hoursAhead, LOOK, say, working } from '../calls'
import { usePlaceText } from '../place-text'
import type { PanelProps } from './overview'
import { ShareDialog } from './share-dialog'

/** Target languages; the same as on the server. */
const languages = [
  'zh-CN',
  'zh-TW',
  'en',
  'ja',
  'ko',
  'fr',
  'de',
  'es',
  'ru',
  'pt',
  'it',
  'ar',
  'th',
  'vi',
] as const

/** The translation of the current place, paragraph by paragraph. */
export default function TranslatePanel({ docId, go, unit }: PanelProps & { unit: number }) {
  const t = useT()
  const place = usePlaceText()
  const locale = useLocale()
  const [lang, setLang] = useState<string>('')
  const [sharing, setSharing] = useState(false)
  const share = useSlot('sharing').visible
  const query = useQuery({
    queryKey: ['reading', 'translate', docId, unit, lang],
    queryFn: ({ signal }) =>
      post(
        '/api/user/agent/doc/translate',
        { docId, from: unit, to: unit, lang: lang || undefined },
        { signal },
      ),
    retry: false,
    staleTime: (q) => (q.state.data?.complete ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: (q) => (working(q.state.data) ? LOOK : false),
  })
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: () =>
      post('/api/user/agent/doc/translate', {
        docId,
        from: unit,
        to: unit,
        lang: query.data?.lang,
        again: true,
      }),
    onSuccess: (answer) => queries.setQueryData(['reading', 'translate', docId, unit, lang], answer),
    onError: say,
  })
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return (
    <div className="px-5 py-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <select
          aria-label={t('reading.translate.to')}
          className="h-9 rounded-sm border border-line bg-surface px-2 max-md:h-11"
          value={lang || query.data?.lang || ''}
          onChange={(e) => setLang(e.target.value)}
        >
          {!query.data && !lang && <option value="">{t('reading.translate.auto')}</option>}
          {languages.map((l) => (
            <option key={l} value={l}>
              {names.of(l)}
            </option>
          ))}
        </select>
        <span className="text-[13px] text-ink-3">{place(unit)}</span>
        <span className="ml-auto flex">
          {share && (
            <IconButton label={t('reading.share')} disabled={!query.data} onClick={() => setSharing(true)}>
              <Share2 strokeWidth={1.5} />
            </IconButton>
          )}
          <Menu
            label={t('reading.export')}
            align="end"
            entries={(['md', 'docx', 'pdf'] as const).map((format) => ({
              id: format,
              label: { md: 'Markdown', docx: 'Word', pdf: 'PDF' }[format],
              disabled: !query.data,
              onSelect: () =>
                void fetchFile('/api/user/agent/doc/translate/download', {
                  docId,
                  lang: query.data?.lang,
                  format,
                  offsetOfHour: hoursAhead(),
                })
                  .then(({ bytes, name }) => saveFile(bytes, name || `translation.${format}`))
                  .catch(say),
            }))}
            trigger={(props) => (
              <button
                type="button"
                {...props}
                className="hit h-9 rounded-sm px-3 text-[13px] text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover"
              >
                {t('reading.export')}
              </button>
            )}
          />
        </span>
      </div>
      {query.isPending ? (
        <div role="status" aria-label={t('reading.translate.working')} className="space-y-3">
          <Skeleton />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-2/3" />
        </div>
      ) : query.isError ? (
        <ErrorState
          title={errorText(query.error) ?? t('reading.failed')}
          action={{ label: t('ui.retry'), onClick: () => void query.refetch() }}
        />
      ) : (
        <>
          {working(query.data) && (
            <div role="status" className="mb-4 flex flex-wrap items-center gap-x-3 text-[12px] text-ink-3">
              <span>{t('reading.translate.working')}</span>
              <Progress value={query.data.progress} label={t('reading.translate.working')} className="w-24" />
            </div>
          )}
          {query.data.state === 'failed' && (
            <div
              role="status"
              className="mb-5 rounded-md border border-line bg-paper-2 px-4 py-3 text-[13px] text-ink-2 leading-[1.7]"
            >
              <p>{query.data.errorMsg}</p>
              <Button size="sm" className="mt-2" disabled={again.isPending} onClick={() => again.mutate()}>
                {t('reading.translate.rest')}
              </Button>
            </div>
          )}
          <ul className="space-y-4">
            {query.data.items.map((p) => (
              <li key={`${p.unit}-${p.block}`}>
                {p.done ? (
                  <p className="whitespace-pre-wrap text-[16px] leading-[1.75]">{p.target}</p>
                ) : (
                  working(query.data) && <Skeleton className="w-4/5" />
                )}
                <button
                  type="button"
                  className="mt-1 block w-full whitespace-pre-wrap text-left text-[13px] text-ink-3 leading-[1.7] hover:text-ink-2"
                  onClick={() => go(p.unit, p.source)}
                >
                  {p.source}
                </button>
              </li>
            ))}
          </ul>
          {query.data.engine && (
            <p className="mt-4 text-[12px] text-ink-3">{t('reading.engine', { model: query.data.engine })}</p>
          )}
        </>
      )}
      <ShareDialog
        open={sharing}
        onOpenChange={setSharing}
        docId={docId}
        make={() => post('/api/user/agent/doc/translate/share', { docId, lang: query.data?.lang })}
      />
    </div>
  )
}
