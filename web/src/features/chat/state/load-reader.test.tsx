import { expect, it, vi } from 'vitest'
import { drafts } from './draft'
import { ask } from './engine'
import { chatOf } from './store'

const fails = vi.hoisted(() => ({ once: true }))
vi.mock('./reader', async (actual) => {
  if (fails.once) {
    fails.once = false
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  return actual()
})

it('gives the question back when the code that reads its answer cannot be fetched', async () => {
  const taken = await ask({ cid: 'c1', agentId: 'a', text: '问', draftId: 'd1', fields: {} })
  expect(taken).toBe(false)
  expect(drafts.get('d1')).toBe('问')
  expect(chatOf('c1')).toMatchObject({ turns: [], activity: null, phase: 'new' })
  const { loadReader } = await import('./load-reader')
  await expect(loadReader()).resolves.toMatchObject({ follow: expect.any(Function) })
})
