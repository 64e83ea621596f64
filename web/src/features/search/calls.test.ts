import { expect, it } from 'vitest'
import { addressOf, type Found, type Group, joined, type Kind, nextStart, type Page } from './calls'

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

it('continues with the projects when the own results are all there', () => {
  const group = (title: string, next?: string): Group => ({
    kind: 'message',
    found: [{ title, snippet: [], time: 0, link: {} }],
    next,
  })
  const page = (project: string, groups: Group[], spaces: Page['spaces'] = []): Page => ({
    groups,
    project,
    spaces,
    left: 0,
    waiting: 0,
  })
  const spaces = [
    { id: 'p1', name: '一', groups: [group('p1')] },
    { id: 'p2', name: '二', groups: [group('p2', '20')] },
    { id: 'p3', name: '三', groups: [group('p3', '20')] },
  ]
  const pages = [page('', [group('own', '20')], spaces)]
  const steps: [unknown, Page][] = [
    [{ project: '', after: '20' }, page('', [group('own 2')])],
    [{ project: 'p2', after: '20' }, page('p2', [group('p2 2', '40')])],
    [{ project: 'p2', after: '40' }, page('p2', [])],
    [{ project: 'p3', after: '20' }, page('p3', [group('p3 2')])],
  ]
  for (const [start, next] of steps) {
    expect(nextStart(pages)).toEqual(start)
    pages.push(next)
  }
  expect(nextStart(pages)).toBeUndefined()
  const all = joined(pages)
  const titles = (groups: Group[]) => groups.flatMap((g) => g.found?.map((f) => f.title))
  expect(titles(all.groups)).toEqual(['own', 'own 2'])
  expect(all.spaces.map((s) => titles(s.groups))).toEqual([['p1'], ['p2', 'p2 2'], ['p3', 'p3 2']])
  expect(spaces[1]!.groups[0]!.found).toHaveLength(1)
})
