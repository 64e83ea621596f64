import { useQuery } from '@tanstack/react-query'
import { type Answer, type Body, post } from '@/api'

export type Share = Answer<'/api/share/list', 'post'>['data']['shares'][number]
export type Wanted = Body<'/api/conversations/v2/share'>

export const SHARES = ['share', 'list'] as const

/** The asker's shares; of one conversation when cid is given. */
export function useShares(cid?: string) {
  return useQuery({
    queryKey: [...SHARES, cid ?? ''],
    queryFn: ({ signal }) => post('/api/share/list', { conversationId: cid, limit: 100 }, { signal }),
    select: (answer) => answer.data,
  })
}

/** A question that can be chosen. */
export interface Choice {
  /** Of its answer. */
  index: number
  text: string
}

/** How many messages one call gives. */
const PAGE = 60

/** The questions of the chosen branch, the oldest first; with how many more there are before the oldest. */
export async function loadChoices(
  cid: string,
  before: number,
): Promise<{ choices: Choice[]; more: boolean; title: string }> {
  const answer = await post('/api/user/agent/conversation/v1/detail', {
    conversationId: cid,
    offset: before,
    limit: PAGE,
  })
  const choices = answer.convs
    .filter((c) => c.speaker === 'human' && c.displayPrompt)
    .map((c) => ({ index: c.index + 1, text: c.displayPrompt }))
    .reverse()
  return { choices, more: answer.hasMore, title: answer.title }
}
