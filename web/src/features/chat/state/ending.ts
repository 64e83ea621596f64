import type { MessageId } from '@/i18n'
import { incomplete, type Message } from './types'

/** The next action that is possible after an answer's end. */
export type Step = 'goOn' | 'regenerate' | 'none'

export interface Ended {
  /** The text that tells the user how the answer ended; null if there is none. */
  text: MessageId | null
  /** Whether the answer failed. If the failed answer has an error text, it is shown instead of `text`. */
  failed: boolean
  step: Step
}

const nothing: Ended = { text: null, failed: false, step: 'none' }

/** How an answer ended, and the next action. */
export function endedAs(m: Message): Ended {
  if (m.hidden) return { ...nothing, step: 'regenerate' }
  const some = m.content.length > 0
  switch (m.state) {
    case 'running':
    case 'sensitive':
      return nothing
    case 'manualStop':
      return { text: 'chat.stopped', failed: false, step: some ? 'goOn' : 'regenerate' }
    case 'interrupt':
      return { text: 'chat.interrupted', failed: true, step: some ? 'goOn' : 'regenerate' }
    case 'error':
      return { text: 'chat.failed', failed: true, step: 'regenerate' }
    case 'done':
      if (m.cutoff) return { text: 'chat.cutoff', failed: false, step: 'goOn' }
      return incomplete(m) ? { text: 'chat.incomplete', failed: true, step: 'regenerate' } : nothing
  }
}
