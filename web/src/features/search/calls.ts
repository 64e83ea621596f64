import { type FoundGroup, type Found as GlobalFound, post } from '@/api'
import { address, chatAddress, inProject, projectChatAddress } from '@/lib/address'

/** The kinds of results, in display order. */
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
  /** Limits the search to this conversation. */
  chatId?: string
  newest: boolean
}

/** The results in one of the user's projects. */
export interface Space {
  id: string
  name: string
  groups: Group[]
}

export interface Page {
  groups: Group[]
  /** The project of the groups; empty: the groups belong to the user. */
  project: string
  spaces: Space[]
  /** Number of projects that were not searched. */
  left: number
  /** Number of texts that are not indexed yet. */
  waiting: number
}

/** Results per kind in a search for all kinds, and per page of a search for a single kind. */
const FEW = 5
const MANY = 20

/** Where a page of results begins. */
export interface Start {
  /** The project of the results to continue; empty: the user's results, or the open project's results. */
  project: string
  /** `next` of the previous page; empty: the first page. */
  after: string
}

/**
 * The start of the page after `pages`; undefined if there are no more results. The results of the user or of
 * the open project are continued first. When they are complete, the results of the projects in `spaces` of
 * the first page are continued, one project after another. Only a search for a single kind has several pages.
 */
export function nextStart(pages: readonly Page[]): Start | undefined {
  const first = pages[0]
  const last = pages.at(-1)
  if (!first || !last) return
  const after = last.groups[0]?.next
  if (after) return { project: last.project === first.project ? '' : last.project, after }
  const passed = first.spaces.findIndex((s) => s.id === last.project)
  for (const space of first.spaces.slice(passed + 1)) {
    const next = space.groups[0]?.next
    if (next) return { project: space.id, after: next }
  }
}

/**
 * The groups of all pages, joined. `groups`: the groups of the user or of the open project. `spaces`: the
 * groups of each project in `spaces` of the first page.
 */
export function joined(pages: readonly Page[]): { groups: Group[]; spaces: Space[] } {
  const first = pages[0]
  const groups: Group[] = []
  const spaces = first?.spaces.map((s) => ({ ...s, groups: s.groups.map((g) => ({ ...g })) })) ?? []
  for (const page of pages) {
    const into = page.project === first?.project ? groups : spaces.find((s) => s.id === page.project)?.groups
    for (const group of page.groups) {
      const known = into?.find((g) => g.kind === group.kind)
      if (known) known.found = [...(known.found ?? []), ...(group.found ?? [])]
      else into?.push({ ...group })
    }
  }
  return { groups, spaces }
}

/** One page of results. */
export async function find(wish: Wish, { project, after }: Start, signal?: AbortSignal): Promise<Page> {
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
      projects: !after,
      project_id: project || undefined,
    },
    { signal },
  )
  return {
    groups: known(found.groups),
    project: found.project_id ?? '',
    spaces: (found.projects ?? []).map((p) => ({ id: p.project_id, name: p.name, groups: known(p.groups) })),
    left: found.projectsLeft ?? 0,
    waiting: found.waiting,
  }
}

const known = (groups: readonly FoundGroup[] | null | undefined) =>
  (groups ?? []).filter((g): g is Group => (kinds as readonly string[]).includes(g.kind))

/**
 * The address of a result; `project` is empty if the result belongs to the user. The address of a message contains its
 * index and version, and the address of a hit in a file contains its place.
 */
export function addressOf(kind: Kind, { link }: Found, project = ''): string {
  const chat = () =>
    project
      ? projectChatAddress(project, link.conversationId!)
      : chatAddress(link.conversationId!, link.agentId)
  switch (kind) {
    case 'conversation':
      return chat()
    case 'message':
      return address(chat(), {
        at: `${link.index}.${link.repeatIndex ?? 0}`,
      })
    case 'agent':
      return address('/bot/app/agent', { agentId: link.agentId })
    case 'favorite':
      return address('/favorites', { id: link.favoriteId })
    case 'note':
      return address('/tool/deep-reading/detail', { id: link.documentId, page: link.unit, note: link.noteId })
    default:
      return inProject(
        address('/tool/file-viewer', { id: link.documentId, page: link.unit, quote: link.quote }),
        project,
      )
  }
}
