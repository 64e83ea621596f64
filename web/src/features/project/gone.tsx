import { Layers } from 'lucide-react'
import { askLogin, isUser, useSession } from '@/features/session'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { EmptyState } from '@/ui/state'

/** Shown instead of a project if the user is not a member. Visitors may log in; others need an invitation. */
export function Gone() {
  const t = useT()
  const user = useSession((s) => isUser(s.who))
  return (
    <EmptyState
      icon={<Layers strokeWidth={1.5} />}
      title={t('project.gone')}
      text={t(user ? 'project.gone.text' : 'project.gone.visitor')}
      action={
        user
          ? { label: t('project.toAll'), onClick: () => void navigate('/project') }
          : { label: t('shell.login'), onClick: () => void askLogin() }
      }
    />
  )
}
