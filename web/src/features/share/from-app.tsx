import { useEffect } from 'react'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { navigate, useSearch } from '@/lib/router'

const ID = /^[a-z0-9]{26}$/

/** /shareFromApp and /app-share: redirects to the share given in the address, by default to /share. */
export function FromAppPage() {
  const t = useT()
  const { id, shareId, share_id: old } = useSearch()
  const named = id ?? shareId ?? old ?? ''
  useEffect(() => {
    if (ID.test(named)) location.replace(`/s/${named}`)
    else void navigate('/share', { replace: true })
  }, [named])
  return <PageFrame title={t('share.mine')}>{null}</PageFrame>
}
