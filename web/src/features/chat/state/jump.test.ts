import { beforeEach, expect, it, vi } from 'vitest'
import { load } from './engine'
import { jump, loadNewer } from './jump'
import { chatOf, forgetChat } from './store'

const CID = 'conversation-1'
beforeEach(() => forgetChat(CID))

it('loads the turns of a branch without a gap after many messages of other branches', async () => {
  // In the branch, message 141 follows message 20. The messages between them belong to other branches.
  const branch = [...Array(20).keys()].map((i) => i + 1).concat([...Array(200).keys()].map((i) => i + 141))
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { offset = 0, limit } = JSON.parse(String(init.body)) as { offset?: number; limit: number }
    const before = offset ? branch.filter((index) => index < offset) : branch
    const page = before.slice(-limit).reverse()
    const convs = page.map((index) =>
      index % 2
        ? { index, speaker: 'human', displayPrompt: `问${index}` }
        : {
            index,
            speaker: 'ai',
            speechesV2: [{ speechIndex: 0, state: 'done', content: [{ type: 'text', msg: '答' }] }],
          },
    )
    return new Response(
      JSON.stringify({ convs, hasMore: before.length > limit, hasNewer: before.length < branch.length }),
    )
  })
  await load(CID, 'agent')
  await jump(CID, 'agent', { index: 3, repeat: 0 })
  expect(chatOf(CID)).toMatchObject({ hasNewer: true })
  while (chatOf(CID)?.hasNewer) await loadNewer(CID)
  expect(chatOf(CID)!.turns.map((turn) => turn.question.index)).toEqual(branch.filter((index) => index % 2))
})
