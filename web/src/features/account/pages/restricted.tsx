import { ShieldAlert } from 'lucide-react'
import { useT } from '@/i18n'
import { EmptyState } from '@/ui/state'
import { Stage } from './stage'

/** Maximum length of a text from the address, in characters. */
const MAX = 120

/**
 * /safe/restricted-access: until when and why access is restricted. Both texts come from the address and are shown as
 * plain text.
 */
export function RestrictedPage() {
  const t = useT()
  const query = new URLSearchParams(location.search)
  const until = query.get('until')?.slice(0, MAX)
  const reason = query.get('reason')?.slice(0, MAX)
  return (
    <Stage title={t('account.restricted.title')}>
      <EmptyState
        icon={<ShieldAlert strokeWidth={1.25} />}
        title={t('account.restricted.title')}
        text={t('account.restricted.text')}
      />
      {until && <p className="text-center text-[13px]">{t('account.restricted.until', { until })}</p>}
      {reason && (
        <p className="text-center text-[13px] text-ink-2">{t('account.restricted.reason', { reason })}</p>
      )}
    </Stage>
  )
}
