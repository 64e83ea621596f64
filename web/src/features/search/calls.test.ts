// @vitest-environment node
import { expect, it } from 'vitest'
import { addressOf, type Found, type Kind } from './calls'

it.each<[Kind, Found['link'], string, string]>([
  ['conversation', { conversationId: 'c-1', agentId: 'a' }, '/chat/a/c-1', '/project/prj-1/chat/c-1'],
  [
    'message',
    { conversationId: 'c-1', agentId: 'a', index: 3, repeatIndex: 1 },
    '/chat/a/c-1?at=3.1',
    '/project/prj-1/chat/c-1?at=3.1',
  ],
  ['file', { documentId: 'f' }, '/tool/file-viewer?id=f', '/tool/file-viewer?id=f&project_id=prj-1'],
])('opens a %s where it is', (kind, link, own, inProject) => {
  const found = { link, snippet: [], time: 0 } as Found
  expect(addressOf(kind, found)).toBe(own)
  expect(addressOf(kind, found, 'prj-1')).toBe(inProject)
})
