import { useT } from '@/i18n'
import { Button } from './button'
import { Dialog } from './dialog'

interface LeaveDialogProps {
  /** The destination of the link; null: the dialog is closed. */
  url: URL | null
  /** A text about the origin of the link. */
  text: string
  onClose: () => void
}

/** Shows the destination of a link before the link is followed. */
export function LeaveDialog({ url, text, onClose }: LeaveDialogProps) {
  const t = useT()
  if (!url) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('ui.leave.title', { host: url.protocol === 'mailto:' ? url.pathname : url.host })}
      description={text}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            autoFocus
            onClick={() => {
              onClose()
              window.open(url.href, '_blank', 'noopener,noreferrer')
            }}
          >
            {t('ui.leave.go')}
          </Button>
        </>
      }
    >
      <p className="break-all rounded-sm bg-paper-2 px-3 py-2 text-[13px] text-ink-2">{url.href}</p>
    </Dialog>
  )
}
