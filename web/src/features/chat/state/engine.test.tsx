import { beforeEach, describe, expect, it, vi } from 'vitest'
import { goBranch, judge, selectVersion } from './acts'
import { drafts } from './draft'
import { ask, goOn, load, onNews, regenerate, stop } from './engine'
import { shown } from './model'
import { chatOf, forgetChat } from './store'
import { answerText } from './types'

const CID = 'conversation-1'

interface Call {
  path: string
  body: Record<string, unknown>
  headers: Record<string, string>
}

let calls: Call[]
let respond: (call: Call) => Response | Promise<Response>

const json = (body: unknown, status = 200, headers: HeadersInit = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const refused = (status: number, code: string, message: string, headers: HeadersInit = {}) =>
  json({ error: { code, message } }, status, headers)

const STOPPED =
  '{"type":"meta","stopReason":"manualStop","messageId":"","index":2,"replyId":"","replyIndex":1,"repeatIndex":0,"traceId":"","endConv":false,"chainID":"","chatModelId":"","modelId":"m","tokenUsageInfo":{"promptTokens":0,"completionTokens":0,"totalTokens":0}}'

/** The response stream of an answer with `texts`. If `end` is empty, the stream is cut before its end. */
function stream(texts: string[], { index = 2, meta = '', end = '[DONE]', from = 0 } = {}) {
  const data = [
    '{"type":"text"}',
    ...texts.map((msg) => JSON.stringify({ type: 'text', msg })),
    ...[meta, end].filter(Boolean),
  ]
  const frames = data.map((d, i) => `id: ${i + 1}\ndata: ${d}\n\n`).slice(from)
  return new Response(frames.join(''), { headers: { 'x-answer-msgid': `${CID}_${index}` } })
}

beforeEach(() => {
  forgetChat(CID)
  drafts.set(CID, '')
  calls = []
  respond = () => json({ code: 0 })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run))
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, init: RequestInit) => {
      const call = {
        path,
        body: init.body ? JSON.parse(String(init.body)) : {},
        headers: init.headers as Record<string, string>,
      }
      calls.push(call)
      return respond(call)
    }),
  )
})

const put = (text: string, extra: object = {}) =>
  ask({ cid: CID, agentId: 'agent', text, draftId: CID, fields: {}, ...extra })
const idle = () => vi.waitFor(() => expect(chatOf(CID)?.activity).toBeNull())
const texts = () => chatOf(CID)!.turns.map((t) => [t.question.text, answerText(shown(t.answer).message)])

describe('ask', () => {
  it('shows the question at once and folds the answer', async () => {
    respond = () => stream(['你', '好'], { index: 2 })
    drafts.set(CID, '问')
    const taken = put('问')
    expect(texts()).toEqual([['问', '']])
    expect(drafts.get(CID)).toBe('')
    expect(await taken).toBe(true)
    await idle()
    expect(texts()).toEqual([['问', '你好']])
    expect(shown(chatOf(CID)!.turns[0]!.answer).message.state).toBe('done')
    expect(calls[0]!.headers['X-Request-Id']).toBe(calls[0]!.body.traceId)
  })

  it('keeps the text in the composer when the question was not written there', async () => {
    respond = () => stream(['好'])
    drafts.set(CID, '还没写完')
    expect(await put('追问', { keepDraft: true, origin: { hintOf: 'trace-1' } })).toBe(true)
    await idle()
    expect(drafts.get(CID)).toBe('还没写完')
    expect(texts()).toEqual([['追问', '好']])
  })

  it('sends files, with or without words, and shows them with the question', async () => {
    const files = [{ id: 'd1', type: 'pdf', fileName: '合同.pdf', url: '/api/resource/content/d1' }]
    respond = () => stream(['好'])
    expect(await put('', { files })).toBe(true)
    await idle()
    expect(calls[0]!.body).toMatchObject({ prompt: '', multimedia: files })
    expect(chatOf(CID)!.turns[0]!.question.files).toEqual(files)
    expect(await put('没有文件')).toBe(true)
    expect(calls[1]!.body).not.toHaveProperty('multimedia')
    await idle()
  })

  it('asks anew when other files go with a question that was lost', async () => {
    respond = () => {
      // The online event ends the wait before the next attempt.
      setTimeout(() => window.dispatchEvent(new Event('online')))
      throw new TypeError('Failed to fetch')
    }
    const file = (id: string) => ({ id, type: 'pdf', fileName: 'a.pdf', url: `/api/resource/content/${id}` })
    const idOf = async (id: string) => {
      calls = []
      expect(await put('问', { files: [file(id)] })).toBe(false)
      return calls[0]!.body.traceId
    }
    const first = await idOf('d1')
    expect(await idOf('d1')).toBe(first)
    expect(await idOf('d2')).not.toBe(first)
  })

  it('takes the index that the server gives without another key', async () => {
    respond = () => stream(['好'], { index: 8 })
    const taken = put('问')
    const key = chatOf(CID)!.turns[0]!.key
    await taken
    await idle()
    expect(chatOf(CID)!.turns[0]).toMatchObject({ key, question: { index: 7 }, answer: { index: 8 } })
  })

  it('gives the text back when it is refused, with the time to wait', async () => {
    respond = () => refused(429, '20006', '访问量过大', { 'Retry-After': '8' })
    drafts.set(CID, '问')
    const heard: string[] = []
    const unsubscribe = onNews((_, what) => heard.push(what))
    const asked = Date.now()
    expect(await put('问')).toBe(false)
    unsubscribe()
    expect(heard).toEqual(['asked', 'ended', 'gone'])
    expect(drafts.get(CID)).toBe('问')
    expect(texts()).toEqual([])
    const { refusal } = chatOf(CID)!
    expect(refusal!.error.message).toBe('访问量过大')
    expect(refusal!.retryAt - asked).toBeGreaterThanOrEqual(8000)
  })

  it('gives the text back when another tab has deleted the conversation, which leaves the list', async () => {
    respond = () => stream(['好'])
    await put('问')
    await idle()
    respond = () => refused(410, '21000', '这个对话已被删除，请开启新对话。')
    const heard: string[] = []
    const unsubscribe = onNews((_, what) => heard.push(what))
    expect(await put('再问')).toBe(false)
    expect(drafts.get(CID)).toBe('再问')
    await regenerate(CID, chatOf(CID)!.turns[0]!.key, {})
    unsubscribe()
    expect(heard).toEqual(['asked', 'ended', 'gone', 'asked', 'ended', 'gone'])
    expect(texts()).toEqual([['问', '好']])
    expect(chatOf(CID)).toMatchObject({ phase: 'ready', refusal: { error: { code: '21000' } } })
  })

  it('puts a refused question before what was typed meanwhile', async () => {
    respond = async () => {
      drafts.set(CID, '后来的')
      return refused(503, '20010', '正在重启')
    }
    await put('问')
    expect(drafts.get(CID)).toBe('问\n后来的')
  })

  it('attaches to the answer that is in the way', async () => {
    respond = ({ path }) => {
      if (path.includes('/stream')) return stream(['一', '二'])
      if (path.endsWith('/detail')) {
        return json({
          convs: [
            { index: 2, speaker: 'ai', speechesV2: [{ speechIndex: 0, state: 'running', content: [] }] },
            { index: 1, speaker: 'human', displayPrompt: '别处问的' },
          ],
        })
      }
      return refused(409, '20011', '正在回答')
    }
    drafts.set(CID, '我问的')
    expect(await put('我问的')).toBe(false)
    expect(drafts.get(CID)).toBe('我问的')
    await vi.waitFor(() => expect(texts()).toEqual([['别处问的', '一二']]))
  })

  it('asks again by the same id after a lost answer', async () => {
    let lost = true
    respond = () => {
      if (lost) {
        // The online event ends the wait before the next attempt.
        setTimeout(() => window.dispatchEvent(new Event('online')))
        throw new TypeError('Failed to fetch')
      }
      return stream(['好'])
    }
    expect(await put('问')).toBe(false)
    lost = false
    expect(await put('问')).toBe(true)
    expect(new Set(calls.map((c) => c.headers['X-Request-Id'])).size).toBe(1)
    await idle()
  })

  it('does not ask twice at a double click', async () => {
    respond = () => stream(['好'])
    const first = put('问')
    expect(await put('问')).toBe(false)
    await first
    await idle()
    expect(calls.filter((c) => c.path.startsWith('/api/chat/'))).toHaveLength(1)
  })

  it('follows on after a cut', async () => {
    respond = ({ path }) => {
      const from = /from=(\d+)/.exec(path)?.[1]
      return from ? stream(['一', '二'], { from: Number(from) }) : stream(['一'], { end: '' })
    }
    await put('问')
    await idle()
    expect(texts()).toEqual([['问', '一二']])
  })

  it('opens a branch for an edited question', async () => {
    respond = () => stream(['一'], { index: 2 })
    await put('甲')
    await idle()
    respond = () => stream(['二'], { index: 4 })
    await put('乙', { editOf: 1 })
    await idle()
    expect(calls.at(-1)!.body.editIndex).toBe(1)
    expect(texts()).toEqual([['乙', '二']])
    expect(chatOf(CID)!.turns[0]!.question.siblings).toEqual([1, 3])
  })

  it('says which message it follows, and shows the branch that another tab has chosen', async () => {
    respond = () => stream(['一'], { index: 4 })
    await put('甲')
    await idle()
    expect(calls[0]!.body).not.toHaveProperty('afterIndex')
    respond = () => stream(['改'], { index: 6 })
    await put('甲改', { editOf: 3 })
    await idle()
    expect(calls[1]!.body).not.toHaveProperty('afterIndex')
    const other = {
      convs: [
        { index: 8, speaker: 'ai', speechesV2: [{ speechIndex: 0, state: 'done', content: [] }] },
        { index: 7, speaker: 'human', displayPrompt: '别处改的' },
      ],
    }
    respond = ({ path }) => (path.endsWith('/detail') ? json(other) : refused(409, '21006', '已在别处修改'))
    expect(await put('再问')).toBe(false)
    expect(calls[2]!.body).toMatchObject({ afterIndex: 6 })
    expect(drafts.get(CID)).toBe('再问')
    await vi.waitFor(() => expect(texts()).toEqual([['别处改的', '']]))
    expect(chatOf(CID)!.refusal!.error.code).toBe('21006')
  })

  it('keeps the old branch when the edited question is refused', async () => {
    respond = () => stream(['一'])
    await put('甲')
    await idle()
    respond = () => refused(413, '20005', '太长')
    await put('乙', { editOf: 1 })
    expect(texts()).toEqual([['甲', '一']])
  })
})

describe('an answer that is there', () => {
  beforeEach(async () => {
    respond = () => stream(['一'])
    await put('问')
    await idle()
  })
  const key = () => chatOf(CID)!.turns[0]!.key

  it('gets another version, and the pager goes back', async () => {
    respond = () => stream(['二'])
    await regenerate(CID, key(), {})
    expect(texts()).toEqual([['问', '二']])
    selectVersion(CID, key(), 0)
    expect(texts()).toEqual([['问', '一']])
    await vi.waitFor(() =>
      expect(calls.at(-1)).toMatchObject({
        path: expect.stringContaining('selectRepeatIndex'),
        body: { index: 2, repeatIndex: 0 },
      }),
    )
  })

  it('has the number that the server gave it, although another tab made a version before', async () => {
    respond = () => stream(['三'], { meta: STOPPED.replace('"repeatIndex":0', '"repeatIndex":2') })
    await regenerate(CID, key(), {})
    respond = () => json({ code: 0 })
    await judge(CID, key(), { type: 1, codes: [], text: '' })
    expect(calls.at(-1)).toMatchObject({ body: { index: 2, repeatIndex: 2 } })
    selectVersion(CID, key(), 0)
    expect(texts()).toEqual([['问', '一']])
  })

  it('keeps its versions when another one is refused', async () => {
    respond = () => refused(503, '20010', '正在重启')
    await regenerate(CID, key(), {})
    expect(chatOf(CID)!.turns[0]!.answer.versions).toHaveLength(1)
    expect(chatOf(CID)!.refusal!.error.code).toBe('20010')
  })

  it('is gone on with in the same version', async () => {
    respond = () => stream(['一', '又二'])
    await goOn(CID, key())
    expect(calls.at(-1)!.path).toContain('/continue')
    expect(texts()).toEqual([['问', '一又二']])
    expect(chatOf(CID)!.turns[0]!.answer.versions).toHaveLength(1)
  })

  it('is gone on with in the version that this page shows, and loaded again when that has changed', async () => {
    respond = () => stream(['二'])
    await regenerate(CID, key(), {})
    selectVersion(CID, key(), 0, false)
    const changed = {
      convs: [
        {
          index: 2,
          speaker: 'ai',
          speechesV2: [{ speechIndex: 0, state: 'done', content: [{ type: 'text', msg: '一完' }] }],
        },
        { index: 1, speaker: 'human', displayPrompt: '问' },
      ],
    }
    respond = ({ path }) => (path.endsWith('/detail') ? json(changed) : refused(409, '21006', '已在别处修改'))
    await goOn(CID, key())
    expect(calls.find((c) => c.path.includes('/continue'))!.body).toMatchObject({ index: 2, repeatIndex: 0 })
    await vi.waitFor(() => expect(texts()).toEqual([['问', '一完']]))
    expect(chatOf(CID)!.refusal!.error.code).toBe('21006')
  })

  it('takes back a judgement that the server refuses', async () => {
    respond = () => refused(500, '20000', '服务异常')
    const error = await judge(CID, key(), { type: 1, codes: [], text: '' })
    expect(error!.message).toBe('服务异常')
    expect(shown(chatOf(CID)!.turns[0]!.answer).feedback).toBeNull()
  })

  it('says why a branch could not be shown', async () => {
    respond = () => refused(404, '20004', '没有找到')
    expect((await goBranch(CID, 9))!.status).toBe(404)
    expect(texts()).toEqual([['问', '一']])
  })
})

describe('an answer whose connection was lost for long', () => {
  it('is looked up before it is gone on with', async () => {
    let gone = true
    const whole = {
      convs: [
        {
          index: 2,
          speaker: 'ai',
          speechesV2: [{ speechIndex: 0, state: 'done', content: [{ type: 'text', msg: '一二' }] }],
        },
        { index: 1, speaker: 'human', displayPrompt: '问' },
      ],
    }
    respond = ({ path }) => {
      if (path.endsWith('/detail')) return json(whole)
      if (!path.includes('/stream')) return stream(['一'], { end: '' })
      setTimeout(() => window.dispatchEvent(new Event('online')))
      if (gone) throw new TypeError('Failed to fetch')
      return json({})
    }
    await put('问')
    await idle()
    expect(shown(chatOf(CID)!.turns[0]!.answer).message.state).toBe('interrupt')
    gone = false
    await goOn(CID, chatOf(CID)!.turns[0]!.key)
    expect(texts()).toEqual([['问', '一二']])
    expect(calls.some((c) => c.path.includes('/continue'))).toBe(false)
  })

  it('is gone on with in its version, although another tab selected another one', async () => {
    let gone = true
    const version = (speechIndex: number, msg: string) => ({
      speechIndex,
      state: 'interrupt',
      content: [{ type: 'text', msg }],
    })
    const other = {
      convs: [
        { index: 2, speaker: 'ai', repeatIndex: 1, speechesV2: [version(0, '一'), version(1, '别的')] },
        { index: 1, speaker: 'human', displayPrompt: '问' },
      ],
    }
    respond = ({ path }) => {
      if (path.endsWith('/detail')) return json(other)
      if (path.includes('/continue')) return stream(['一', '二'])
      if (!path.includes('/stream')) return stream(['一'], { end: '' })
      setTimeout(() => window.dispatchEvent(new Event('online')))
      if (gone) throw new TypeError('Failed to fetch')
      return json({})
    }
    await put('问')
    await idle()
    gone = false
    await goOn(CID, chatOf(CID)!.turns[0]!.key)
    expect(calls.at(-1)!.body).toMatchObject({ index: 2, repeatIndex: 0 })
    expect(texts()).toEqual([['问', '一二']])
  })
})

describe('another version whose connection was lost for long', () => {
  it('keeps the text that has arrived', async () => {
    respond = () => stream(['一'])
    await put('问')
    await idle()
    respond = ({ path }) => {
      if (!path.includes('/stream')) return stream(['二'], { end: '' })
      setTimeout(() => window.dispatchEvent(new Event('online')))
      throw new TypeError('Failed to fetch')
    }
    await regenerate(CID, chatOf(CID)!.turns[0]!.key, {})
    await idle()
    expect(texts()).toEqual([['问', '二']])
    expect(shown(chatOf(CID)!.turns[0]!.answer).message.state).toBe('interrupt')
    expect(chatOf(CID)!.turns[0]!.answer.versions).toHaveLength(2)
  })
})

describe('stop', () => {
  it('asks the server and leaves the end to the stream', async () => {
    let finish: (() => void) | undefined
    respond = ({ path }) => {
      if (path === '/api/stop/chat') {
        finish?.()
        return json({ code: 0 })
      }
      return new Response(
        new ReadableStream({
          start(c) {
            const send = (n: number, d: string) =>
              c.enqueue(new TextEncoder().encode(`id: ${n}\ndata: ${d}\n\n`))
            send(1, '{"type":"text","msg":"半"}')
            finish = () => {
              send(2, STOPPED)
              send(3, '[DONE]')
              c.close()
            }
          },
        }),
      )
    }
    await put('问')
    expect(await stop(CID)).toBeNull()
    await idle()
    expect(shown(chatOf(CID)!.turns[0]!.answer).message.state).toBe('manualStop')
    expect(texts()).toEqual([['问', '半']])
  })
})

describe('load', () => {
  it('reads an answer that is being made from its first frame on', async () => {
    respond = ({ path }) => {
      if (path.includes('/stream')) return stream(['一', '二'])
      return json({
        convs: [
          {
            index: 2,
            speaker: 'ai',
            speechesV2: [{ speechIndex: 0, state: 'running', content: [{ type: 'text', msg: '一' }] }],
          },
          { index: 1, speaker: 'human', displayPrompt: '问' },
        ],
      })
    }
    await load(CID, 'agent')
    await idle()
    expect(calls.at(-1)!.path).toContain('from=0')
    expect(texts()).toEqual([['问', '一二']])
  })
  it('tells an unknown conversation from a failing server', async () => {
    respond = () => refused(404, '20004', '没有找到')
    await load(CID, 'agent')
    expect(chatOf(CID)!.phase).toBe('missing')
    forgetChat(CID)
    respond = () => refused(500, '20000', '服务异常')
    await load(CID, 'agent')
    expect(chatOf(CID)).toMatchObject({ phase: 'failed', error: { message: '服务异常' } })
  })
})
