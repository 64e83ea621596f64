import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { viewOf, viewTools } from './kinds'

it.each([
  ['pdf', 'pdf', 'pdf'],
  ['doc', 'docx', 'prose'],
  ['doc', 'epub', 'prose'],
  ['code', 'html', 'prose'],
  ['code', 'md', 'prose'],
  ['ppt', 'pptx', 'slides'],
  ['excel', 'csv', 'sheet'],
  ['txt', 'txt', 'code'],
  ['code', 'go', 'code'],
  ['image', 'png', 'image'],
  ['image', 'tiff', 'other'],
  ['audio', 'mp3', 'media'],
  ['video', 'mp4', 'media'],
  ['cloud', 'mind', 'other'],
  ['file', 'zip', 'other'],
  ['something new', '', 'other'],
])('%s %s is shown as %s', (type, docType, want) => expect(viewOf({ type, docType })).toBe(want))

it('knows every group that the server has', () => {
  const source = readFileSync('../internal/document/parse/formats/types.go', 'utf8')
  const groups = [...source.matchAll(/FileType = "(\w+)"/g)].map((m) => m[1]!)
  expect(groups.length).toBeGreaterThan(8)
  // A group without a row would silently be a file that cannot be shown.
  const shown = groups.filter((type) => viewOf({ type, docType: '' }) !== 'other')
  expect(groups.filter((g) => !shown.includes(g)).sort()).toEqual(['cloud', 'file'])
})

it('prints, turns and has small pictures only where there are pages', () => {
  for (const [kind, tools] of Object.entries(viewTools)) {
    if (tools.print || tools.thumbs) expect([kind, tools.pages]).toEqual([kind, true])
    if (tools.fit) expect([kind, tools.zoom]).toEqual([kind, true])
  }
})
