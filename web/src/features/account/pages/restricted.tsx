import { ShieldAlert } from 'lucide-react'
import { useT } from '@/i18n'
import { EmptyState } from '@/ui/state'
import { Stage } from './stage'

/** Longest text of an address that the page shows. */
const MAX = 120

/** /safe/restricted-access: says until when and why; what it says comes with the address and is only text. */
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
