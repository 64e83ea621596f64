import { expect, it } from 'vitest'
import { moved, ofGroup, type QuestionsDoc, tidied, withGroup, withNewGroup, withoutGroup } from './questions'

const question = (tag: string, idx: number, text: string) => ({
  tag,
  idx,
  visible: true,
  title: { 'zh-CN': text },
  label: {},
})
const doc = {
  maxConvRound: 30,
  inspirationTags: [
    { tag: 'goodQuestion', name: {} },
    { tag: 'group3', name: {} },
  ],
  inspirations: [
    question('goodQuestion', 9, '二'),
    question('group3', 1, '丙'),
    question('goodQuestion', 2, '一'),
  ],
} as unknown as QuestionsDoc
const texts = (d: QuestionsDoc, tag: string) => ofGroup(d, tag).map((q) => q.title['zh-CN'])

it('reads a group in its order, and counts it anew when it is changed', () => {
  expect(texts(doc, 'goodQuestion')).toEqual(['一', '二'])
  const turned = withGroup(doc, 'goodQuestion', moved(ofGroup(doc, 'goodQuestion'), 0, 1))
  expect(texts(turned, 'goodQuestion')).toEqual(['二', '一'])
  expect(ofGroup(turned, 'goodQuestion').map((q) => q.idx)).toEqual([1, 2])
  expect(texts(turned, 'group3')).toEqual(['丙'])
  expect(turned.maxConvRound).toBe(30)
})

it('moves nothing over an end', () => {
  expect(moved([1, 2, 3], 0, -1)).toEqual([1, 2, 3])
  expect(moved([1, 2, 3], 2, 1)).toEqual([1, 2, 3])
  expect(moved([], 0, 1)).toEqual([])
})

it('makes and removes groups', () => {
  const more = withNewGroup(doc)
  expect(more.inspirationTags.at(-1)?.tag).toBe('group4')
  expect(withoutGroup(more, 'group3').inspirationTags.map((g) => g.tag)).toEqual(['goodQuestion', 'group4'])
  expect(withoutGroup(doc, 'group3').inspirations).toHaveLength(2)
})

it('keeps no question without words', () => {
  const added = withGroup(doc, 'group3', [question('group3', 0, ' '), question('group3', 0, '丁')])
  expect(texts(tidied(added), 'group3')).toEqual(['丁'])
})
