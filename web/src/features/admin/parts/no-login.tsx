import { useQuery } from '@tanstack/react-query'
import { get } from '@/api'
import { useT } from '@/i18n'
import { Link } from '@/lib/router'

/** Tells an administrator who cannot log in again, because only the first link brought them here, what to do. */
export function NoLogin() {
  const t = useT()
  const profile = useQuery({
    queryKey: ['account', 'profile', 'admin'],
    queryFn: () => get('/api/profile', { quiet: true }).then((a) => a.data),
    retry: false,
  })
  if (!profile.data || profile.data.identities.length > 0) return null
  return (
    <p role="status" className="mb-5 rounded-md bg-qing-soft px-4 py-3 text-qing-ink leading-[1.75]">
      {t('admin.noLogin')}{' '}
      <Link to="/setting/account" className="border-current border-b">
        {t('admin.noLoginAction')}
      </Link>
    </p>
  )
}
