import { useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Textarea } from '@/ui/field'

export interface ReasonProps {
  title: string
  /** Label of the button. */
  action: string
  onClose: () => void
  onReason: (reason: string) => void
}

/** Asks for the reason of a decision against an agent; the agent's author reads the reason. */
export function ReasonDialog({ title, action, onClose, onReason }: ReasonProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" disabled={!reason.trim()} onClick={() => onReason(reason.trim())}>
            {action}
          </Button>
        </>
      }
    >
      <Textarea
        aria-label={t('admin.agent.reason')}
        placeholder={t('admin.agent.reason')}
        rows={3}
        maxLength={300}
        value={reason}
        onChange={(e) => setReason(e.target.value)}
        className="min-h-24 rounded-sm border border-line bg-surface px-3 py-2"
      />
    </Dialog>
  )
}
