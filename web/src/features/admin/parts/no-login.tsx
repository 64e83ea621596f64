import { useQuery } from '@tanstack/react-query'
import { get } from '@/api'
import { useT } from '@/i18n'
import { Link } from '@/lib/router'

/**
 * Warns an administrator whose account has no login method, and links to the page for adding a method. Such an
 * account arises if a visitor opens the printed link for the first administrator.
 */
export function NoLogin() {
  const t = useT()
  const profile = useQuery({
    queryKey: ['account', 'profile', 'admin'],
    queryFn: () => get('/api/profile', { quiet: true }).then((a) => a.data),
    retry: false,
  })
  const bare = profile.data?.identities.length === 0
  const config = useQuery({
    queryKey: ['account', 'config', 'admin'],
    queryFn: () => get('/api/v5/accountLogic/login/config', { quiet: true }).then((a) => a.data),
    enabled: bare,
    retry: false,
  })
  if (!bare || !config.data) return null
  // If no login method is configured, a method has to be set up first.
  const offered = config.data.methods.length > 0
  return (
    <p role="status" className="mb-5 rounded-md bg-qing-soft px-4 py-3 text-qing-ink leading-[1.75]">
      {t('admin.noLogin')}{' '}
      <Link to={offered ? '/setting/account' : '/admin/login'} className="border-current border-b">
        {t(offered ? 'admin.noLoginAction' : 'admin.noLoginSetUp')}
      </Link>
    </p>
  )
}
