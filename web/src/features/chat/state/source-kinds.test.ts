import { expect, it } from 'vitest'
import { kindOf, openingOf } from './source-kinds'
import type { Doc } from './types'

const doc = (more: Partial<Doc>): Doc => ({
  index: 1,
  docId: 'x',
  title: 't',
  url: '',
  quote: '',
  publish_time: '',
  icon_url: '',
  web_site_name: '',
  sourceName: '',
  ...more,
})

it.each([
  ['a file', { kind: 'file', url: '/tool/file-viewer?id=x&page=2', page: 2 }, 'file'],
  ['a page of the web', { kind: 'web', url: 'https://example.org/' }, 'site'],
  ['a message', { kind: 'message', url: '/chat/a/c?at=3' }, 'page'],
  ['a memory', { kind: 'memory', url: '/setting/memory' }, 'page'],
  ['another site as a page of ours', { kind: 'note', url: '//example.org/' }, null],
  ['a script', { kind: 'web', url: 'javascript:alert(1)' }, null],
  ['a file without an address', { kind: 'file' }, null],
  ['an unknown kind with a link', { kind: 'film', url: 'https://example.org/' }, 'site'],
  ['an unknown kind without one', { kind: 'film', page: 3 }, null],
  ['a kind that is a word of the language', { kind: 'constructor', url: '/x' }, null],
])('%s', (_, more, opens) => {
  expect(openingOf(doc(more))).toBe(opens)
})

it('has a name and a sign', () => {
  expect(kindOf(doc({ kind: 'file' }))).toMatchObject({
    name: { 'zh-CN': '文件', en: 'File' },
    opens: 'file',
  })
  expect(kindOf(doc({ kind: 'web' }))?.icon).toBeNull()
})

it('knows nothing of an unknown kind', () => {
  expect(kindOf(doc({ kind: 'film' }))).toBeNull()
  expect(kindOf(doc({}))).toBeNull()
})
