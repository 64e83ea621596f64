import { type FoundGroup, type Found as GlobalFound, post } from '@/api'
import { address, chatAddress } from '@/lib/address'

/** The kinds of things that the server finds, in the order in which they are shown. */
export const kinds = ['conversation', 'message', 'file', 'fileText', 'note', 'favorite', 'agent'] as const
export type Kind = (typeof kinds)[number]

export type Found = GlobalFound
export interface Group extends Omit<FoundGroup, 'kind'> {
  kind: Kind
}

export const periods = ['any', 'week', 'month', 'year'] as const
export type Period = (typeof periods)[number]

const days: Record<Exclude<Period, 'any'>, number> = { week: 7, month: 30, year: 365 }

export interface Wish {
  query: string
  kind: Kind | 'all'
  period: Period
  /** In this conversation alone. */
  chatId?: string
  newest: boolean
}

export interface Page {
  groups: Group[]
  /** How many texts are not in the index yet. */
  waiting: number
}

/** Hits of each kind at first, and of a page of one kind. */
const FEW = 5
const MANY = 20

/** One page of what fits a wish. */
export async function find(wish: Wish, after: string, signal?: AbortSignal): Promise<Page> {
  const { query, kind, period, chatId, newest } = wish
  const found = await post(
    '/api/search/global',
    {
      query,
      kinds: kind === 'all' ? undefined : [kind],
      conversationId: chatId,
      since: period === 'any' ? undefined : Date.now() - days[period] * 86_400_000,
      order: newest ? 'newest' : 'best',
      limit: kind === 'all' ? FEW : MANY,
      after: after || undefined,
    },
    { signal },
  )
  const groups = (found.groups ?? []).filter((g): g is Group => (kinds as readonly string[]).includes(g.kind))
  return { groups, waiting: found.waiting }
}

/** Where a thing is opened: a message by its index and version, a file at the place. */
export function addressOf(kind: Kind, { link }: Found): string {
  switch (kind) {
    case 'conversation':
      return chatAddress(link.conversationId!, link.agentId)
    case 'message':
      return address(chatAddress(link.conversationId!, link.agentId), {
        at: `${link.index}.${link.repeatIndex ?? 0}`,
      })
    case 'agent':
      return address('/bot/app/agent', { agentId: link.agentId })
    case 'favorite':
      return address('/favorites', { id: link.favoriteId })
    case 'note':
      return address('/tool/deep-reading/detail', { id: link.documentId, page: link.unit, note: link.noteId })
    default:
      return address('/tool/file-viewer', { id: link.documentId, page: link.unit, quote: link.quote })
  }
}
