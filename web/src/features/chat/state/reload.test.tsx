import { beforeEach, describe, expect, it, vi } from 'vitest'
import { load, loadMore, PAGE_SIZE, recheck } from './engine'
import { chatOf, forgetChat } from './store'

const CID = 'conversation-1'

/** Indexes of the messages on the server's shown branch, oldest first. */
let branch: number[]

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
const messageOf = (index: number) =>
  index % 2
    ? { index, speaker: 'human', displayPrompt: `问${index}` }
    : { index, speaker: 'ai', speechesV2: [{ speechIndex: 0, state: 'done', content: [] }] }
/** The indexes of the loaded questions. */
const questions = () => chatOf(CID)!.turns.map((turn) => turn.question.index)

beforeEach(() => {
  forgetChat(CID)
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: string, init: RequestInit) => {
      const { offset } = JSON.parse(String(init.body))
      const before = branch.filter((index) => !offset || index < offset)
      const convs = before.slice(-PAGE_SIZE).reverse().map(messageOf)
      return new Response(JSON.stringify({ convs, hasMore: before.length > PAGE_SIZE }))
    }),
  )
})

describe('a reload', () => {
  it('keeps older loaded turns, before which more can be loaded', async () => {
    branch = range(1, 3 * PAGE_SIZE)
    await load(CID, 'agent')
    await loadMore(CID)
    const loaded = questions()
    const keys = chatOf(CID)!.turns.map((turn) => turn.key)
    branch = range(1, 3 * PAGE_SIZE + 2)
    await recheck(CID)
    expect(questions()).toEqual([...loaded, 3 * PAGE_SIZE + 1])
    expect(
      chatOf(CID)!
        .turns.map((turn) => turn.key)
        .slice(0, -1),
    ).toEqual(keys)
    expect(chatOf(CID)!.hasMore).toBe(true)
    await loadMore(CID)
    expect(questions()[0]).toBe(1)
    expect(chatOf(CID)!.hasMore).toBe(false)
    await recheck(CID)
    expect(chatOf(CID)!.hasMore).toBe(false)
  })

  it('shows the branch that another tab has chosen, and nothing else', async () => {
    branch = range(1, 4)
    await load(CID, 'agent')
    branch = [5, 6]
    await recheck(CID)
    expect(questions()).toEqual([5])
  })

  it('drops older turns when the newest page says nothing of their branch', async () => {
    branch = range(1, 2)
    await load(CID, 'agent')
    branch = range(3, 2 * PAGE_SIZE)
    await recheck(CID)
    expect(questions()[0]).toBe(PAGE_SIZE + 1)
    expect(chatOf(CID)!.hasMore).toBe(true)
  })
})
