import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { viewOf, viewTools } from './kinds'

it.each([
  ['pdf', 'pdf', 'pdf'],
  ['doc', 'docx', 'prose'],
  ['doc', 'epub', 'prose'],
  ['doc', 'rtf', 'prose'],
  ['doc', 'odt', 'prose'],
  ['excel', 'ods', 'sheet'],
  ['ppt', 'odp', 'slides'],
  ['code', 'markdown', 'prose'],
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
  // A group that is missing in kinds.ts would be shown as a file that cannot be displayed.
  const shown = groups.filter((type) => viewOf({ type, docType: '' }) !== 'other')
  expect(groups.filter((g) => !shown.includes(g)).sort()).toEqual(['cloud', 'file'])
})

it('shows every kind of file that may be sent, but the pictures that browsers do not draw', () => {
  const table: Record<string, string> = JSON.parse(
    readFileSync('src/features/document/upload/extensions.json', 'utf8'),
  )
  const kept = Object.entries(table)
    .filter(([type]) => type !== 'cloud')
    .flatMap(([type, list]) => list.split(' ').filter((docType) => viewOf({ type, docType }) === 'other'))
  expect(kept.sort()).toEqual(['heic', 'heif', 'tif', 'tiff'])
})

it('prints, turns and has small pictures only where there are pages', () => {
  for (const [kind, tools] of Object.entries(viewTools)) {
    if (tools.print || tools.thumbs) expect([kind, tools.pages]).toEqual([kind, true])
    if (tools.fit) expect([kind, tools.zoom]).toEqual([kind, true])
  }
})
