import { expect, it } from 'vitest'
import { inProject, projectHere } from './address'

it.each([
  ['/project/prj-01ab/chat/conversation-1', '', 'prj-01ab'],
  ['/project/prj-01ab/chat', '', 'prj-01ab'],
  ['/project/prj-01ab', '', undefined],
  ['/project/join/chat', '', undefined],
  ['/tool/file-viewer', '?id=f&project_id=prj-01ab', 'prj-01ab'],
  ['/tool/file-viewer', '?id=f', undefined],
  ['/mine', '?project_id=prj-01ab', undefined],
])('%s%s acts for %s', (pathname, search, project) => {
  expect(projectHere({ pathname, search })).toBe(project)
})

it.each([
  ['/api/resource/thumb/f', '/api/resource/thumb/f?project_id=prj-1'],
  ['/tool/file-viewer?id=f&page=2', '/tool/file-viewer?id=f&page=2&project_id=prj-1'],
  ['/tool/web-viewer?id=c', '/tool/web-viewer?id=c&project_id=prj-1'],
  ['/api/resource/content/f?project_id=prj-2', '/api/resource/content/f?project_id=prj-2'],
  ['/chat/default/c', '/chat/default/c'],
  ['https://example.org/api/resource/thumb/f', 'https://example.org/api/resource/thumb/f'],
  ['//example.org/api/resource/x', '//example.org/api/resource/x'],
])('%s in a project is %s', (url, there) => {
  expect(inProject(url, 'prj-1')).toBe(there)
  expect(inProject(url, '')).toBe(url)
})
