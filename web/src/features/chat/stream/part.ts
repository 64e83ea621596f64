import {
  type CardEvent,
  type DeepSearchEvent,
  type DeepSearchUpdateEvent,
  type Item,
  limits,
  type Message,
  type PartState,
  type State,
  type StepEvent,
  type StepUpdateEvent,
  type ToolEvent,
} from './events.gen'
import { bounded } from './limits'

/**
 * Parts that may have an id and a state. The rules of this file are the same as in internal/stream/part.go.
 */
type Identified = StepEvent | ToolEvent | CardEvent | DeepSearchEvent

/** place puts an item at index i, or at the end if i is negative. It also removes the status line. */
export function place(m: Message, i: number, item: Item): Message {
  const content = i < 0 ? [...m.content, item] : m.content.with(i, item)
  return { ...m, began: true, content, status: undefined }
}

/**
 * addPart appends a part of a type that may occur several times. If the message is full, the part is only
 * counted as dropped.
 */
export function addPart(m: Message, item: Item): Message {
  return m.content.length < limits.parts ? place(m, -1, item) : { ...m, dropped: (m.dropped ?? 0) + 1 }
}

/**
 * put replaces the newest part accepted by `same`. If there is no such part, it appends `item` like addPart.
 */
export function put(m: Message, item: Item, same: (old: Item) => boolean): Message {
  const i = m.content.findLastIndex(same)
  return i < 0 ? addPart(m, item) : place(m, i, item)
}

/**
 * open returns the index of the newest part of the type if text can be appended to this part; -1 if a new
 * part must begin.
 */
export function open(m: Message, type: 'text' | 'think'): number {
  const full = m.content.length >= limits.parts
  const i = m.content.findLastIndex((it) => it.type === type || (!full && separates(it)))
  return m.content[i]?.type === type ? i : -1
}

/** Whether a text before this item and a text after it are separate parts. */
function separates(it: Item): boolean {
  if (it.type === 'tool' || it.type === 'card') return true
  return (it.type === 'step' || it.type === 'deepSearch') && Boolean(it.id)
}

export function putIdentified(m: Message, e: Identified): Message {
  const part = bounded(e)
  if (!part.id || (part.type === 'card' && !part.kind)) {
    return part.type === 'step' || part.type === 'deepSearch' ? addPart(m, { ...part, state: undefined }) : m
  }
  if (part.type !== 'card') part.state ||= 'running'
  return put(m, part, (it) => it.type === part.type && it.id === part.id)
}

export function update(m: Message, e: StepUpdateEvent | DeepSearchUpdateEvent): Message {
  const change = bounded(e)
  const type = change.type === 'step_update' ? 'step' : 'deepSearch'
  const i = change.id ? m.content.findLastIndex((it) => it.type === type && it.id === change.id) : -1
  const old = m.content[i]
  if (old?.type === 'step' && change.type === 'step_update') {
    return place(m, i, {
      ...old,
      state: change.state || old.state,
      detail: change.detail || old.detail,
      docs: change.docs?.length ? change.docs : old.docs,
    })
  }
  if (old?.type === 'deepSearch' && change.type === 'deepSearch_update') {
    const contents = [...old.contents, ...(change.contents ?? [])]
    return place(
      m,
      i,
      bounded({ ...old, state: change.state || old.state, title: change.title || old.title, contents }),
    )
  }
  return m
}

/**
 * continueStep appends text to the step with the id, or to the newest step if the event has no id. If there is no step,
 * an event without an id adds one.
 */
export function continueStep(m: Message, more: StepEvent): Message {
  const step = bounded(more)
  const i = m.content.findLastIndex((it) => it.type === 'step' && (!step.id || it.id === step.id))
  const old = m.content[i]
  if (old?.type === 'step') return place(m, i, bounded({ ...old, msg: old.msg + step.msg }))
  return step.id ? m : addPart(m, step)
}

/**
 * settled returns the parts of an answer that has ended: no part is running. In an interrupted answer, a tool may
 * still wait for consent.
 */
export function settled(content: Item[], end: State): Item[] {
  if (!content.some((it) => lastState(it, end))) return content
  return content.map((it) => {
    const state = lastState(it, end)
    return state ? ({ ...it, state } as Item) : it
  })
}

/** lastState returns the state of a part after the answer's end; undefined if it does not change. */
function lastState(it: Item, end: State): PartState | undefined {
  if (
    !('state' in it) ||
    !it.state ||
    it.state === 'done' ||
    it.state === 'failed' ||
    it.state === 'declined'
  )
    return undefined
  if (it.type !== 'tool') return end === 'done' ? 'done' : 'failed'
  if (it.state !== 'waiting') return 'failed'
  return end === 'interrupt' ? undefined : 'declined'
}
