import { expect, test } from 'vitest'
import { type Message, newMessage, reduce, type StreamEvent } from '.'

function fold(...events: StreamEvent[]): Message {
  return events.reduce(reduce, newMessage())
}

test('what an event does not touch is the same object afterwards', () => {
  const before = fold(
    { type: 'text' },
    { type: 'searchGuid', title: '引用', docs: [] },
    { type: 'think', content: '想', status: 1 },
    { type: 'text', msg: '答' },
    { type: 'step', msg: '正在整理' },
  )
  const after = reduce(before, { type: 'text', msg: '案' })
  expect(after.content.map((it, i) => it === before.content[i])).toEqual([true, true, false, true])
  expect(before.content[2]).toEqual({ type: 'text', msg: '答' })
})

const inert: StreamEvent[] = [
  { type: 'text' },
  { type: 'text', msg: '看不见', mask: 2 },
  { type: 'think', content: '看不见', mask: 3 },
  { type: 'plugin', id: 'Adaptive' },
  { type: 'msgIndex', n: 2 },
  { type: 'traceId', id: 'ff' },
  { type: 'speechType', kind: 'text' },
]

test.each(inert)('$type that changes nothing returns the very message', (event) => {
  const before = fold({ type: 'text', msg: '答' })
  expect(reduce(before, event)).toBe(before)
})

test('an answer that has ended takes no more content', () => {
  const before = fold({ type: 'text', msg: '答' }, { type: 'done' })
  expect(reduce(before, { type: 'text', msg: '还有' })).toBe(before)
})
