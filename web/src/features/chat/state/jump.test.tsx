import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ask, load, loadMore, onNews } from './engine'
import { jump, loadNewer } from './jump'
import { chatOf, forgetChat } from './store'

const CID = 'conversation-1'
beforeEach(() => forgetChat(CID))

/** Serves history with the messages of the indexes in `branch`. `asked` makes the response to a question. */
function serve(branch: number[], asked: () => Response = () => new Response('{}')) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.startsWith('/api/chat/')) return asked()
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
}

const upTo = (count: number) => [...Array(count).keys()].map((i) => i + 1)
const indexes = () => chatOf(CID)!.turns.map((turn) => turn.question.index)
const put = (editOf?: number) =>
  ask({ cid: CID, agentId: 'agent', text: '问', draftId: CID, fields: {}, editOf })

it('loads the turns of a branch without a gap after many messages of other branches', async () => {
  // In the branch, message 141 follows message 20. Messages 21 to 140 belong to other branches.
  const branch = upTo(20).concat([...Array(200).keys()].map((i) => i + 141))
  serve(branch)
  await load(CID, 'agent')
  await jump(CID, 'agent', { index: 3, repeat: 0 })
  expect(chatOf(CID)).toMatchObject({ hasNewer: true })
  while (chatOf(CID)?.hasNewer) await loadNewer(CID)
  expect(indexes()).toEqual(branch.filter((index) => index % 2))
})

it.each([undefined, 3])(
  'shows the part that was jumped to again when a question is refused (edit of %s)',
  async (editOf) => {
    serve(upTo(200), () => new Response('{"error":{"code":"20006","message":"忙"}}', { status: 429 }))
    await load(CID, 'agent')
    await jump(CID, 'agent', { index: 31, repeat: 0 })
    const { turns, hasMore } = chatOf(CID)!
    const heard: string[] = []
    const unsubscribe = onNews((_, what) => heard.push(what))
    expect(await put(editOf)).toBe(false)
    unsubscribe()
    expect(chatOf(CID)).toMatchObject({ turns, hasMore, hasNewer: true, phase: 'ready' })
    expect(heard).not.toContain('refused')
  },
)

it('loads no turns before a question whose index is not known yet', async () => {
  const frames = 'id: 1\ndata: {"type":"text","msg":"好"}\n\nid: 2\ndata: [DONE]\n\n'
  serve(upTo(200), () => new Response(frames, { headers: { 'x-answer-msgid': `${CID}_202` } }))
  await load(CID, 'agent')
  await jump(CID, 'agent', { index: 31, repeat: 0 })
  const asked = put()
  await loadMore(CID)
  expect(await asked).toBe(true)
  await waitFor(() => expect(chatOf(CID)?.activity).toBeNull())
  await loadMore(CID)
  expect(indexes().slice(-2)).toEqual([199, 201])
})
