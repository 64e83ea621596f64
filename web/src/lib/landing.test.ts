import { expect, it } from 'vitest'
import { LANDING_PROMPT_MAX, parseLanding } from './landing'

it('reads every parameter', () => {
  const all = {
    prompt: ' 今年中秋放几天假？ ',
    realPrompt: '查放假通知',
    modelId: 'deep_seek_v3',
    searchType: 'auto',
    from: 'WeixinAskAi',
    agentId: 'naQivTmsDa',
    version: '2.43.11',
  }
  expect(parseLanding(all)).toEqual({ ...all, prompt: '今年中秋放几天假？' })
})

it.each([
  ['an unknown search type', { searchType: 'everything' }],
  ['an id with markup', { modelId: '<img>', agentId: 'a/b', from: 'a b' }],
  ['a value that is no text', { prompt: 3, realPrompt: ['a'], version: null }],
  ['blank text', { prompt: '   ' }],
  ['a parameter of somebody else', { utm_source: 'x', __proto__: { prompt: 'x' } }],
])('drops %s', (_, search) => expect(parseLanding({ ...search })).toEqual({}))

it('cuts a prompt that is too long instead of losing it', () => {
  expect(parseLanding({ prompt: '问'.repeat(LANDING_PROMPT_MAX + 1) }).prompt).toHaveLength(
    LANDING_PROMPT_MAX,
  )
})
