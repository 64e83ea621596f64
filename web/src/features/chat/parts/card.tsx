import { type ComponentType, Suspense } from 'react'
import { loadCard as loadMemory } from '@/features/memory'
import { useT, withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { Skeleton } from '@/ui/state'
import type { MarkdownScope } from '../markdown/context'
import { Markdown } from '../markdown/lazy'
import type { CardEvent } from '../state/types'
import ConnectCard from './connect-card'
import { PartMark } from './part-mark'

export type CardKinds = Readonly<Record<string, ComponentType<{ card: CardEvent; readOnly?: boolean }>>>

const research = (name: 'OutlineCard' | 'BudgetCard') =>
  lazy(withCatalogue('research', () => import('@/features/research').then((m) => ({ default: m[name] }))))

const tool = (name: 'ChartCard' | 'FileCard' | 'ProgramCard') =>
  lazy(withCatalogue('tool', () => import('@/features/tool').then((m) => ({ default: m[name] }))))
const MemoryCard = lazy(withCatalogue('memory', () => loadMemory().then((m) => ({ default: m.MemoryCard }))))

/** The components for kinds of cards; other kinds show the card's fallback. */
const cardKinds: CardKinds = {
  connect: ConnectCard,
  memory: MemoryCard,
  outline: research('OutlineCard'),
  budget: research('BudgetCard'),
  chart: tool('ChartCard'),
  file: tool('FileCard'),
  media: lazy(
    withCatalogue('picture', () => import('@/features/picture').then((m) => ({ default: m.MediaCard }))),
  ),
  program: tool('ProgramCard'),
}

/** A card in an answer, rendered by its kind, for example a chart, a file or an outline. */
export function Card({
  card,
  scope,
  quiet,
  kinds = cardKinds,
}: {
  card: CardEvent
  scope: MarkdownScope
  /** Whether to show the card without its frame and title. */
  quiet?: boolean
  kinds?: CardKinds
}) {
  const t = useT()
  const Drawn = Object.hasOwn(kinds, card.kind) ? kinds[card.kind] : undefined
  const under = card.state && card.state !== 'done'
  const bare = quiet || card.kind === 'media'
  return (
    <section
      aria-label={card.title || undefined}
      className={bare ? 'mb-2.5' : 'mb-3.5 rounded-md border border-line bg-surface px-4 py-3'}
    >
      {(card.title || (under && !Drawn)) && !quiet && (
        <p className="mb-1 flex items-start gap-2 font-medium text-[14px]">
          {under && card.state && <PartMark state={card.state} />}
          {card.title}
        </p>
      )}
      {Drawn ? (
        <Suspense fallback={<Skeleton />}>
          <Drawn card={card} readOnly={scope.readOnly} />
        </Suspense>
      ) : card.fallback ? (
        <Markdown text={card.fallback} running={false} scope={scope} />
      ) : (
        card.state !== 'running' && <p className="text-[13.5px] text-ink-3">{t('answer.card.unknown')}</p>
      )}
    </section>
  )
}
