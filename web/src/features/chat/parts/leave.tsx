import { useT } from '@/i18n'
import { LeaveDialog } from '@/ui/leave-dialog'
import { useLeaving } from '../state/leaving'

/** The dialog that asks before an external link is followed. */
export default function ChatLeaveDialog() {
  const t = useT()
  const url = useLeaving((s) => s.url)
  return (
    <LeaveDialog url={url} text={t('chat.leave.text')} onClose={() => useLeaving.setState({ url: null })} />
  )
}
