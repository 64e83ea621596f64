import { useId, useState } from 'react'
import { errorText, post } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { fieldClass, Textarea } from '@/ui/field'
import { toast } from '@/ui/toast'

const reasons = ['illegal', 'private', 'harmful', 'rights', 'other'] as const

/** Reports an agent to the administrator. If sending fails, the text is kept. */
export default function ReportDialog({
  agentId,
  name,
  onClose,
}: {
  agentId: string
  name: string
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  const [reason, setReason] = useState<(typeof reasons)[number]>('illegal')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async () => {
    setBusy(true)
    setProblem('')
    try {
      await post('/api/user/agent/report', { agentId, reason, text: text.trim() })
      void toast(t('store.reported'), { kind: 'success' })
      onClose()
    } catch (err) {
      setProblem(errorText(err) ?? t('error.service'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('store.report.title', { name })}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" disabled={busy} onClick={() => void send()}>
            {t('store.report.send')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <label htmlFor={id} className="block">
          <span className="mb-1.5 block text-[13px] text-ink-2">{t('store.report.reason')}</span>
          <select
            id={id}
            className={fieldClass}
            value={reason}
            onChange={(e) => setReason(e.target.value as (typeof reasons)[number])}
          >
            {reasons.map((r) => (
              <option key={r} value={r}>
                {t(`store.report.${r}`)}
              </option>
            ))}
          </select>
        </label>
        <Textarea
          aria-label={t('store.report.text')}
          placeholder={t('store.report.text')}
          rows={3}
          maxLength={500}
          value={text}
          onChange={(e) => setText(e.target.value)}
          className="min-h-24 rounded-sm border border-line bg-surface px-3 py-2"
        />
        {problem && (
          <p role="alert" className="text-[13px] text-seal">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
