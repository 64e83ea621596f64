import { create } from 'zustand'
import { boot } from '@/lib/boot'
import { useFlag } from '@/lib/slot'
import { type Conversation, shown } from './model'
import { useChats } from './store'
import type { Message } from './types'

/**
 * For each draft id, whether the next question starts research. A new conversation uses the id of the home
 * page's draft.
 */
const useWanted = create<{ ids: Record<string, boolean> }>()(() => ({ ids: {} }))

/** Sets whether the next question of a conversation starts research. */
export function wantStudy(id: string, wanted: boolean): void {
  useWanted.setState((s) => ({ ids: { ...s.ids, [id]: wanted } }))
}

export interface StudySwitch {
  /** Whether research is available here. */
  offered: boolean
  on: boolean
  set: (on: boolean) => void
  /** The fields of a question that starts research; a call resets the switch. Empty while the switch is off. */
  fields: () => Record<string, unknown>
}

/**
 * The switch for research. A question turns it off. If the answer asks for clarification, the switch is on
 * again.
 */
export function useStudySwitch(draftId: string, chat: Conversation | undefined): StudySwitch {
  const entry = useFlag('sessionDeepSearchEntry')
  const offered = entry && boot.features.research === true && !chat?.temporary
  const last = chat?.turns.at(-1)
  const answered = last && !chat?.activity ? shown(last.answer) : undefined
  const said = useWanted((s) => s.ids[draftId])
  const on = offered && (said ?? (answered !== undefined && asksForClarification(answered.message)))
  return {
    offered,
    on,
    set: (wanted) => wantStudy(draftId, wanted),
    fields: () => {
      if (!on) return {}
      useWanted.setState(({ ids: { [draftId]: _, ...rest } }) => ({ ids: rest }))
      return {
        isAiDeepSearch: true,
        searchDeepMode: true,
        speechMode: 5,
        ...(last && answered
          ? {
              searchDeepModeParentCid: chat?.cid,
              searchDeepModeParentIndex: last.answer.index,
              searchDeepModeParentRepeatIndex: answered.repeatIndex,
            }
          : {}),
      }
    },
  }
}

/** Whether an answer asks for clarification: it is complete, answers a research question and has no outline. */
function asksForClarification(m: Message): boolean {
  return (
    m.state === 'done' &&
    m.content.some((it) => it.type === 'deepSearch' && it.id === 'research.plan') &&
    !m.content.some((it) => it.type === 'card' && it.kind === 'outline')
  )
}

/** Whether this page is following an answer of the conversation. */
export function useAnswering(cid: string): boolean {
  return useChats((s) => s.byId[cid]?.activity != null)
}
