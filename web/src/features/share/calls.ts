import { useQuery } from '@tanstack/react-query'
import { type Answer, type Body, post } from '@/api'

export type Share = Answer<'/api/share/list', 'post'>['data']['shares'][number]
export type Wanted = Body<'/api/conversations/v2/share'>

export const SHARES = ['share', 'list'] as const

/** The shares of the user or of a project; at most 100. */
export function useShares(project?: string) {
  return useQuery({
    queryKey: [...SHARES, project ?? ''],
    queryFn: ({ signal }) => post('/api/share/list', { project_id: project, limit: 100 }, { signal }),
    select: (answer) => answer.data,
  })
}

/** A question that can be selected for sharing. */
export interface Choice {
  /** Index of the question's answer. */
  index: number
  text: string
}

/** Number of messages per call. */
const PAGE = 60

/** The names of a question's files. */
const filesOf = (c: { speechesV2: { content: Record<string, unknown>[] }[] }): string =>
  (c.speechesV2[0]?.content ?? []).flatMap((item) => (item.fileName ? String(item.fileName) : [])).join(' · ')

/**
 * The questions among the PAGE messages before the index `before`, or among the newest messages if `before` is 0. The
 * oldest question is first. A question without a text is named by its files. `more` states whether there are older
 * messages; `oldest` is the index of the oldest loaded message.
 */
export async function loadChoices(
  cid: string,
  before: number,
): Promise<{ choices: Choice[]; more: boolean; oldest: number; title: string }> {
  const answer = await post('/api/user/agent/conversation/v1/detail', {
    conversationId: cid,
    offset: before,
    limit: PAGE,
  })
  const choices = answer.convs
    .filter((c) => c.speaker === 'human')
    .map((c) => ({ index: c.index + 1, text: c.displayPrompt || filesOf(c) }))
    .filter((c) => c.text)
    .reverse()
  return { choices, more: answer.hasMore, oldest: answer.convs.at(-1)?.index ?? 0, title: answer.title }
}
