import { expect, it, vi } from 'vitest'
import { drafts } from './draft'
import { moveDraft } from './start-over'

it('moves a text and its files before those of the other draft', () => {
  const carried = { files: [], items: [] }
  const files = { restore: vi.fn(), restoreFiles: vi.fn(), take: vi.fn(() => carried) }
  drafts.set('old', '问')
  drafts.set('new', '早先的')
  moveDraft('old', 'new', files)
  expect([drafts.get('old'), drafts.get('new')]).toEqual(['', '问\n早先的'])
  expect(files.take).toHaveBeenCalledWith('old')
  expect(files.restoreFiles).toHaveBeenCalledWith('new', carried)
})
