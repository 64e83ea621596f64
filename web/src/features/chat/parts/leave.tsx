import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { destination } from '../markdown/links'
import { useLeaving } from '../state/leaving'

/** The one dialog for leaving; the page mounts it. */
export default function LeaveDialog() {
  const t = useT()
  const url = useLeaving((s) => s.url)
  const close = () => useLeaving.setState({ url: null })
  if (!url) return null
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('chat.leave.title', { host: destination(url) })}
      description={t('chat.leave.text')}
      footer={
        <>
          <Button kind="ghost" onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            autoFocus
            onClick={() => {
              close()
              window.open(url.href, '_blank', 'noopener,noreferrer')
            }}
          >
            {t('chat.leave.go')}
          </Button>
        </>
      }
    >
      <p className="break-all rounded-sm bg-paper-2 px-3 py-2 text-[13px] text-ink-2">{url.href}</p>
    </Dialog>
  )
}
