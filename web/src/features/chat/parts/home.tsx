import {
  ChevronRight,
  FileText,
  Image,
  type LucideIcon,
  PenLine,
  RefreshCw,
  Search,
  Telescope,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type MessageId, useT } from '@/i18n'
import { STUDIES } from '@/lib/address'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { Link, navigate } from '@/lib/router'
import { flag, useFlag } from '@/lib/slot'
import type { FlagName } from '@/lib/slots'
import { spaced } from '@/lib/spaced'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/toggle'
import { useGeneral, useGeneralSoon } from '../queries'
import type { General } from '../state/calls'
import { Ripple } from './ripple'

/** Number of suggested questions shown as cards on the home page. */
const CARDS = 4
/** The tag of the questions that are shown first. */
const HOT = 'goodQuestion'
const quiet = 'font-normal text-[12.5px] text-ink-3 [&_svg]:size-3.5'

export interface HomeProps {
  composer: ReactNode
  /** Whether the built-in engine answers. */
  offline: boolean
  /** The explanation of a temporary conversation; empty for other conversations. */
  notice: string
  /** Whether files are attached; on phones, they need the space of the cards and the other features. */
  attached: boolean
  onCard: (question: string) => void
  /** Lets the user choose a document. */
  onDocument: () => void
  /** The address of this page. Undefined in a project: the links to the pages of other features are then hidden. */
  address: string | undefined
}

/** The start page: a greeting, the composer, the other features, and up to four suggested questions at a time. */
export function Home({ composer, offline, notice, attached, onCard, onDocument, address }: HomeProps) {
  const t = useT()
  const pictures = useFlag('sessionSearchPicEntry')
  const inProject = address === undefined
  const general = useGeneral()
  // While the configured cards are being loaded, the built-in cards are invisible and reserve the space.
  const soon = useGeneralSoon()
  const [turn, setTurn] = useState(0)
  const all =
    cardsOf(general) ?? fallback.map(({ question, label }) => ({ title: t(question), label: t(label) }))
  const turns = Math.ceil(all.length / CARDS)
  const first = (turn % turns) * CARDS
  const cards = all.slice(first, first + CARDS)
  const hello = greetingOf(general, new Date().getHours()) ?? t(greeting(new Date().getHours()))
  const verse = general.guidance || t('chat.home.verse')
  return (
    <>
      <Ripple />
      <section className="relative flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-6 max-sm:px-4 sm:pb-[10vh]">
        <div className="min-h-0 flex-1 max-sm:hidden" />
        <h1
          className={cn(
            'text-balance text-center font-[500] font-song text-[32px] leading-[1.35] max-sm:mt-[13dvh] max-sm:text-[26px]',
            spaced(hello, 'tracking-[.04em]'),
          )}
        >
          {hello}
        </h1>
        <p
          className={cn(
            'mt-2 mb-[30px] text-center font-song text-[14px] text-ink-3 max-sm:mb-auto max-sm:pb-6',
            spaced(verse, 'tracking-[.16em]'),
          )}
        >
          {verse}
        </p>
        <div className="bottom-0 z-10 flex w-full justify-center max-sm:sticky max-sm:order-9 max-sm:bg-paper max-sm:pb-[calc(12px+env(safe-area-inset-bottom)+var(--keyboard-inset))]">
          {composer}
        </div>
        <Modes onDocument={onDocument} attached={attached} address={address} />
        <ul
          aria-label={t('chat.home.cards')}
          className={cn(
            'mt-[26px] grid w-full max-w-[760px] grid-cols-2 gap-2.5 max-sm:order-7 max-sm:mt-0 max-sm:mb-3.5 max-sm:grid-cols-1',
            attached && 'max-sm:hidden',
            soon && 'invisible',
          )}
        >
          {cards.map((card) => (
            <li key={card.title} className="flex">
              <button
                type="button"
                onClick={() => onCard(card.title)}
                className="flex w-full flex-col justify-start rounded-md border border-line bg-[color-mix(in_oklch,var(--surface)_70%,transparent)] px-4 py-3.5 text-left leading-[1.55] transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))] max-sm:min-h-11 max-sm:py-2.5"
              >
                {card.title}
                <small className="mt-0.5 block text-[12.5px] text-ink-3 max-sm:hidden">{card.label}</small>
              </button>
            </li>
          ))}
        </ul>
        <p
          className={cn(
            'mt-1.5 flex w-full max-w-[760px] flex-wrap justify-end gap-1 text-[12.5px] max-sm:order-7 max-sm:-mt-2 max-sm:mb-2',
            attached && 'max-sm:hidden',
          )}
        >
          {(turns > 1 || soon) && (
            <Button
              kind="ghost"
              size="sm"
              className={cn(quiet, soon && 'invisible')}
              onClick={() => setTurn(turn + 1)}
            >
              <RefreshCw strokeWidth={1.5} />
              {t('chat.home.other')}
            </Button>
          )}
          {pictures && !inProject && (
            <Button kind="ghost" size="sm" className={quiet} onClick={() => navigate('/image-search')}>
              {t('chat.home.pictures')}
            </Button>
          )}
          {!inProject && (
            <Button kind="ghost" size="sm" className={quiet} onClick={() => navigate('/good-question')}>
              {t('chat.home.more')}
              <ChevronRight strokeWidth={1.5} />
            </Button>
          )}
        </p>
        <p className="mt-[22px] flex min-h-5 items-center gap-2 text-center text-[12.5px] text-ink-3 max-sm:order-6 max-sm:mt-0 max-sm:mb-3.5">
          {notice ? (
            notice
          ) : offline ? (
            <>
              <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-qing" />
              <span>{t('chat.home.offline')}</span>
              <Link to="/setting/model" className="hit shrink-0 border-current border-b text-qing-ink">
                {t('chat.home.connect')}
              </Link>
            </>
          ) : null}
        </p>
        <div className="min-h-0 flex-1 max-sm:hidden" />
      </section>
    </>
  )
}

interface Mode {
  /** The feature flag that must be on for the entry to be shown. */
  feature: string
  /** A flag of the container that must be on, too; undefined if there is no such flag. */
  flag?: FlagName
  label: MessageId
  icon: LucideIcon
  /** The address of the feature's page; undefined: the feature starts on this page by choosing a file. */
  path?: string
}

const modes: readonly Mode[] = [
  { feature: 'search', label: 'chat.mode.search', icon: Search, path: '/?searchType=manual' },
  {
    feature: 'research',
    flag: 'sessionDeepSearchEntry',
    label: 'chat.mode.research',
    icon: Telescope,
    path: STUDIES,
  },
  { feature: 'document', label: 'chat.mode.document', icon: FileText },
  { feature: 'writing', label: 'chat.mode.writing', icon: PenLine, path: '/ai-writting-editor' },
  { feature: 'image', label: 'chat.mode.image', icon: Image, path: '/image-search' },
]

/**
 * Buttons for the enabled features, except the feature of this page. In a project, features with a page of their own
 * are left out, too.
 */
function Modes({ onDocument, attached, address }: Pick<HomeProps, 'onDocument' | 'attached' | 'address'>) {
  const t = useT()
  const built = modes.filter(
    (m) =>
      boot.features[m.feature] &&
      (!m.flag || flag(m.flag)) &&
      (!m.path || (address !== undefined && m.path !== address)),
  )
  if (!built.length) return null
  return (
    <div
      className={cn(
        'mt-4 flex shrink-0 flex-wrap justify-center gap-2 max-sm:order-8 max-sm:mt-0 max-sm:mb-3 max-sm:w-full max-sm:flex-nowrap max-sm:justify-start max-sm:overflow-x-auto',
        attached && 'max-sm:hidden',
      )}
    >
      {built.map((m) => (
        <Chip
          key={m.feature}
          icon={<m.icon strokeWidth={1.5} />}
          onClick={() => (m.path ? navigate(m.path) : onDocument())}
        >
          {t(m.label)}
        </Chip>
      ))}
    </div>
  )
}

const fallback = [
  { question: 'chat.card.date', label: 'chat.card.date.label' },
  { question: 'chat.card.writing', label: 'chat.card.writing.label' },
  { question: 'chat.card.calculate', label: 'chat.card.calculate.label' },
  { question: 'chat.card.text', label: 'chat.card.text.label' },
] as const

/** The operator's questions, with the questions tagged HOT first; null if there are none. */
function cardsOf(general: General): { title: string; label: string }[] | null {
  const rows = [...(general.inspirations ?? [])].sort((a, b) => Number(b.tag === HOT) - Number(a.tag === HOT))
  return rows.length ? rows.map((r) => ({ title: r.title, label: r.label ?? '' })) : null
}

/**
 * The configured greeting for an hour: the last greeting that begins at or before the hour. Before the first greeting
 * begins, the last greeting of the day still applies.
 */
export function greetingOf(general: General, hour: number): string | undefined {
  const rows = [...(general.greetings ?? [])].sort((a, b) => a.fromHour - b.fromHour)
  return (rows.findLast((r) => r.fromHour <= hour) ?? rows.at(-1))?.text
}

const hours: readonly [from: number, id: MessageId][] = [
  [23, 'chat.greeting.late'],
  [18, 'chat.greeting.evening'],
  [13, 'chat.greeting.afternoon'],
  [11, 'chat.greeting.noon'],
  [5, 'chat.greeting.morning'],
]

function greeting(hour: number): MessageId {
  return hours.find(([from]) => hour >= from)?.[1] ?? 'chat.greeting.late'
}
