import {
  failureState,
  type Item,
  type KeptKind,
  type Kind,
  keptKinds,
  kinds,
  type Message,
  type State,
  type StreamEvent,
  shapes,
} from './events.gen'
import { addPart, continueStep, open, place, put, putIdentified, settled, update } from './part'

/** A message before its first event. */
export function newMessage(): Message {
  return { kind: 'text', state: 'running', began: false, content: [] }
}

/**
 * reduce is the fold from events to a message, like Message.Apply in internal/stream/fold.go, which documents
 * the rules. It changes nothing in place: objects not affected by an event stay identical.
 */
export function reduce(m: Message, e: StreamEvent): Message {
  if (e.type === 'entry') return reduce(m, { type: 'text', msg: '\n' })
  if ('mask' in e && (e.mask === 2 || e.mask === 3)) return m
  const next = m.began || !begins(e) ? m : { ...m, began: true }
  if (e.type !== 'revoke' && 'sensitive' in e && e.sensitive) return hide(next)
  switch (e.type) {
    case 'reset':
      return newMessage()
    case 'revoke':
      return {
        ...hide(next),
        hidePair: m.hidePair || e.revokeQAPair,
        deleteIdx: e.deleteIndexList ?? m.deleteIdx,
      }
    case 'sensitive':
      return hide(next)
    case 'unreadable':
      return { ...next, unreadable: (m.unreadable ?? 0) + 1 }
    case 'meta': {
      const { type: _, ...meta } = e
      return m.state === 'running' || m.state === 'sensitive' ? { ...next, meta } : next
    }
  }
  return m.state === 'running' ? reduceRunning(withKind(next, kindAfter(m.kind, e)), e) : next
}

/**
 * Whether an event shows that the answer has begun: an event whose type has the field `mask`, or an unreadable
 * event.
 */
function begins(e: StreamEvent) {
  return e.type === 'unreadable' || shapes[e.type]?.mask !== undefined
}

/** reduceRunning folds the events that only apply to a running answer. */
function reduceRunning(m: Message, e: StreamEvent): Message {
  switch (e.type) {
    case 'text': {
      if (!e.msg) return m
      const { kind: _, ...item } = e
      return grow(m, item, (old) => ({ ...old, msg: (old.msg ?? '') + item.msg }), open(m, 'text'))
    }
    case 'think':
      return grow(
        m,
        e,
        (old) => ({
          ...old,
          title: e.title || old.title,
          iconType: e.iconType || old.iconType,
          content: old.content + e.content,
          status: e.status || old.status,
        }),
        open(m, 'think'),
      )
    case 'reasoner':
      return grow(m, e, (old) => ({ ...old, msg: old.msg + e.msg }))
    case 'status':
      return { ...m, status: e.msg || undefined }
    case 'search_with_text':
    case 'searchGuid':
    case 'multiAnswer':
    case 'progress':
      return grow<Item>(m, e, () => e)
    case 'replace':
      return put(m, e, (it) => it.type === 'replace' && it.replace.id === e.replace.id)
    case 'step':
    case 'tool':
    case 'card':
    case 'deepSearch':
      return putIdentified(m, e)
    case 'step_update':
    case 'deepSearch_update':
      return update(m, e)
    case 'continue_step':
      return continueStep(m, { ...e, type: 'step' })
    case 'cutoff':
      return { ...m, cutoff: true }
    case 'error':
      return {
        ...end(m, failureState[e.code] ?? 'error'),
        errorCode: e.code || undefined,
        errorMsg: e.msg || undefined,
      }
    case 'done':
      return end(m, m.meta?.stopReason === 'manualStop' ? 'manualStop' : 'done')
    case 'image':
    case 'video':
    case 'audio':
    case 'pdf':
    case 'txt':
    case 'doc':
    case 'ppt':
    case 'excel':
    case 'code':
    case 'file':
      return addPart(m, e)
    case 'entry':
    case 'meta':
    case 'msgIndex':
    case 'plugin':
    case 'reset':
    case 'revoke':
    case 'sensitive':
    case 'speechType':
    case 'traceId':
    case 'unreadable':
      return m
  }
}

/** kindAfter returns the kind of a message of kind k after the event e. */
function kindAfter(k: Kind, e: StreamEvent): Kind {
  const next = kindOf(e)
  if (!next || !kinds.includes(next) || (next === 'text' && keptKinds.includes(k as KeptKind))) return k
  return next
}

function kindOf(e: StreamEvent): Kind | undefined {
  switch (e.type) {
    case 'text':
      return e.kind ?? (e.msg ? 'text' : undefined)
    case 'think':
      return 'deepThink'
    case 'status':
    case 'reasoner':
    case 'search_with_text':
    case 'deepSearch':
      return e.type
    case 'speechType':
      return e.kind
  }
  return undefined
}

function withKind(m: Message, kind: Kind): Message {
  return m.kind === kind ? m : { ...m, kind }
}

/** Ends a message, removes its content and marks it as hidden. */
function hide(m: Message): Message {
  return {
    ...end(m, 'sensitive'),
    hidden: true,
    kind: 'text',
    content: [],
    dropped: undefined,
    cutoff: undefined,
  }
}

function end(m: Message, state: State): Message {
  return { ...m, state, status: undefined, content: settled(m.content, state) }
}

/**
 * grow changes the item at index i, by default the newest item with the type of `first`. If i is negative, it appends
 * `first` instead.
 */
function grow<T extends Item>(
  m: Message,
  first: T,
  change: (old: T) => T,
  i = m.content.findLastIndex((it) => it.type === first.type),
): Message {
  return place(m, i, i < 0 ? first : change(m.content[i] as T))
}
