import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText, post } from '@/api'
import { useT } from '@/i18n'
import { projectHere } from '@/lib/address'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { fieldClass } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { Switch } from '@/ui/switch'
import { SHARES, type Share } from './calls'
import { Choose } from './choose'
import { Made } from './made'
import { endOf, TermFields, type Terms } from './terms'

/** Asks for the content and the settings of a share; then shows the link. */
export default function ShareDialog({
  cid,
  index,
  onClose,
}: {
  cid: string
  index?: number
  onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const id = useId()
  const [scope, setScope] = useState<'all' | 'some'>(index === undefined ? 'all' : 'some')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(index === undefined ? [] : [index]))
  const [terms, setTerms] = useState<Terms>({ title: '', days: 0, password: '' })
  const [thinking, setThinking] = useState(true)
  const [files, setFiles] = useState<'names' | 'hidden' | 'content'>('names')
  const [listed, setListed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [made, setMade] = useState<{ share: Share; left: number } | null>(null)
  const share = async () => {
    setBusy(true)
    setProblem('')
    try {
      const answer = await post('/api/conversations/v2/share', {
        conversationId: cid,
        indexes: scope === 'some' ? [...chosen] : undefined,
        title: terms.title,
        password: terms.password || undefined,
        expiresAt: endOf(terms.days),
        hideThinking: !thinking,
        files,
        listed,
      })
      setMade({ share: answer.data, left: answer.left })
      await client.invalidateQueries({ queryKey: SHARES })
    } catch (err) {
      setProblem(errorText(err) ?? '')
    } finally {
      setBusy(false)
    }
  }
  if (made) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t('share.made')}
        description={made.left > 0 ? t('share.left', { count: made.left }) : t('share.madeText')}
      >
        <Made share={made.share} password={terms.password ?? ''} project={projectHere()} />
      </Dialog>
    )
  }
  const row = 'flex min-h-11 items-center justify-between gap-4'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('share.heading')}
      description={t('share.text')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={busy || (scope === 'some' && chosen.size === 0)}
            aria-busy={busy}
            onClick={() => void share()}
          >
            {t('share.make')}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <Segmented
          label={t('share.scope')}
          value={scope}
          options={[
            { value: 'all', label: t('share.all') },
            { value: 'some', label: t('share.some') },
          ]}
          onChange={setScope}
        />
        {scope === 'some' && <Choose cid={cid} chosen={chosen} onChange={setChosen} />}
        <TermFields value={terms} onChange={setTerms} />
        <div>
          <label htmlFor={`${id}f`} className="mb-1 block text-[13px] text-ink-2">
            {t('share.files')}
          </label>
          <select
            id={`${id}f`}
            className={fieldClass}
            value={files}
            onChange={(e) => setFiles(e.target.value as typeof files)}
          >
            <option value="names">{t('share.files.names')}</option>
            <option value="hidden">{t('share.files.hidden')}</option>
            <option value="content">{t('share.files.content')}</option>
          </select>
        </div>
        <label htmlFor={`${id}t`} className={row}>
          <span>{t('share.thinking')}</span>
          <Switch id={`${id}t`} checked={thinking} onCheckedChange={setThinking} />
        </label>
        <label htmlFor={`${id}l`} className={row}>
          <span>{t('share.listed')}</span>
          <Switch id={`${id}l`} checked={listed} onCheckedChange={setListed} />
        </label>
        {problem && (
          <p role="alert" className="text-[13px] text-seal">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
