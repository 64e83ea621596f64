import type {
  CardEvent,
  DeepSearchEvent,
  Item,
  Message,
  ModelAnswer,
  ReasonerEvent,
  StepEvent,
  TextEvent,
  ThinkEvent,
  ToolEvent,
} from './types'

import { isGround, isNote } from './work'

export type Row = StepEvent | ToolEvent

/** The blocks of an answer, in display order. `key` is the index of the block's first part and never changes. */
export type Block =
  | { kind: 'think'; key: number; part: ThinkEvent | ReasonerEvent }
  | { kind: 'research'; key: number; trail: DeepSearchEvent[] }
  | { kind: 'work'; key: number; rows: Row[] }
  | { kind: 'text'; key: number; text: string }
  | { kind: 'card'; key: number; card: CardEvent }
  | { kind: 'many'; key: number; answers: ModelAnswer[] }

/**
 * Groups the parts of an answer into blocks. Consecutive steps and tools form one block of work; consecutive research
 * events form one block of research. Some parts are placed above a text that directly precedes them: thinking, and
 * steps and research events without an id. Parts that are shown elsewhere, such as sources, are left out.
 */
export function blocksOf(m: Message): Block[] {
  const blocks: Block[] = []
  m.content.forEach((it, key) => {
    if (!isGround(it) && !isNote(it)) add(blocks, it, key)
  })
  return blocks
}

function add(blocks: Block[], it: Item, key: number) {
  switch (it.type) {
    case 'think':
    case 'reasoner':
      blocks.splice(above(blocks), 0, { kind: 'think', key, part: it })
      break
    case 'step':
    case 'tool': {
      const at = it.type === 'step' && !it.id ? above(blocks) : blocks.length
      const before = blocks[at - 1]
      if (before?.kind === 'work') before.rows.push(it)
      else blocks.splice(at, 0, { kind: 'work', key, rows: [it] })
      break
    }
    case 'deepSearch': {
      const at = it.id ? blocks.length : above(blocks)
      const before = blocks[at - 1]
      if (before?.kind === 'research') before.trail.push(it)
      else blocks.splice(at, 0, { kind: 'research', key, trail: [it] })
      break
    }
    case 'text':
      blocks.push({ kind: 'text', key, text: textOf(it) })
      break
    case 'card':
      blocks.push({ kind: 'card', key, card: it })
      break
    case 'multiAnswer':
      blocks.push({ kind: 'many', key, answers: it.answers })
      break
  }
}

function above(blocks: Block[]): number {
  return blocks.at(-1)?.kind === 'text' ? blocks.length - 1 : blocks.length
}

/**
 * The text of a text part. The part may begin with blank lines, for clients that join all texts. On this page the part
 * is a block of its own, so the blank lines are removed.
 */
function textOf(it: TextEvent): string {
  return (it.msg ?? '').replace(/^[\r\n]+/, '')
}
