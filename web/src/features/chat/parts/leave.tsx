import { useT } from '@/i18n'
import { LeaveDialog } from '@/ui/leave-dialog'
import { useLeaving } from '../state/leaving'

/** The one dialog for leaving; the page mounts it. */
export default function ChatLeaveDialog() {
  const t = useT()
  const url = useLeaving((s) => s.url)
  return (
    <LeaveDialog url={url} text={t('chat.leave.text')} onClose={() => useLeaving.setState({ url: null })} />
  )
}
