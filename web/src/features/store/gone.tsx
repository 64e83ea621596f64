import { Shapes } from 'lucide-react'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { EmptyState } from '@/ui/state'

/** Whether a call failed because the agent does not exist for the user. */
export const isMissing = (error: unknown): boolean => (error as { status?: number } | null)?.status === 404

/** Shown in place of an agent that does not exist, or is not available to the user. */
export function Gone() {
  const t = useT()
  return (
    <EmptyState
      icon={<Shapes strokeWidth={1.5} />}
      title={t('store.gone')}
      text={t('store.goneText')}
      action={{ label: t('store.toStore'), onClick: () => void navigate('/discovery') }}
    />
  )
}
