import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { projectAddress } from '@/lib/address'
import { navigate, useParams } from '@/lib/router'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { join, LIST, look } from './calls'
import { trying } from './say'

/** The page of an invitation link. Visitors have to log in when they join. */
export function JoinPage() {
  const t = useT()
  const { token = '' } = useParams()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => look(token),
    retry: false,
  })
  const enter = async () => {
    if (busy) return
    setBusy(true)
    await trying(async () => {
      const id = await join(token)
      await client.invalidateQueries({ queryKey: LIST })
      await navigate(projectAddress(id), { replace: true })
    })
    setBusy(false)
  }
  const to = invitation.data
  return (
    <PageFrame title={t('project.join.title')} up="/project">
      {to ? (
        <EmptyState
          icon={to.sign ? <span className="text-[32px]">{to.sign}</span> : <Layers strokeWidth={1.5} />}
          title={t('project.join.to', { name: to.name })}
          text={t(`project.join.${to.role}`)}
          action={{ label: t('project.join'), onClick: () => void enter() }}
        />
      ) : invitation.isError ? (
        <ErrorState
          title={errorText(invitation.error) || t('project.failed')}
          action={{ label: t('project.toAll'), onClick: () => void navigate('/project') }}
        />
      ) : (
        <Skeleton className="mx-auto mt-12 w-1/2" />
      )}
    </PageFrame>
  )
}
