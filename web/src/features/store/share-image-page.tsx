import { errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { useSearch } from '@/lib/router'
import { ErrorState, Skeleton } from '@/ui/state'
import { shareAddress } from './address'
import { useAgent } from './calls'
import { CardView } from './card-view'

/** /bot/shareToImage: the card of an agent as a picture. */
export function ShareImagePage() {
  const t = useT()
  const { agentId = '' } = useSearch()
  const { data, error, refetch } = useAgent(agentId)
  return (
    <PageFrame title={t('store.card')}>
      {data ? (
        <CardView
          file={data.name}
          picture={{
            product: boot.brand.name,
            name: data.name,
            avatar: data.avatar,
            text: data.description,
            notes: data.questions.slice(0, 3).map((q) => `“${q}”`),
            address: location.origin + shareAddress(data.agentId),
            hint: t('store.scan'),
          }}
        />
      ) : error || !agentId ? (
        <ErrorState
          title={(error && errorText(error)) || t('store.gone')}
          action={agentId ? { label: t('ui.retry'), onClick: () => void refetch() } : undefined}
        />
      ) : (
        <div aria-busy>
          <Skeleton className="h-96 w-full rounded-md" />
        </div>
      )}
    </PageFrame>
  )
}
