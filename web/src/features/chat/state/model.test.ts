import { describe, expect, it } from 'vitest'
import { plainMarkdown, plainText } from '@/lib/plain-text'
import { endedAs } from './ending'
import { foldDetail } from './history'
import { newConversation, pager, rounds } from './model'
import { type Message, newMessage } from './types'

describe('pager', () => {
  it.each([
    [[7], 7, { place: 1, count: 1, previous: null, next: null }],
    [[1, 5, 9], 5, { place: 2, count: 3, previous: 1, next: 9 }],
    [[1, 5, 9], 1, { place: 1, count: 3, previous: null, next: 5 }],
    [[1, 5, 9], 9, { place: 3, count: 3, previous: 5, next: null }],
    [[1, 5], 99, { place: 1, count: 2, previous: null, next: 5 }],
  ])('%j at %i', (all, at, want) => expect(pager(all, at)).toEqual(want))
})

describe('foldDetail', () => {
  const detail = {
    title: '中秋',
    hasMore: true,
    convs: [
      {
        index: 8,
        speaker: 'ai' as const,
        repeatIndex: 0,
        speechesV2: [
          { speechIndex: 1, state: 'done', content: [{ type: 'text', msg: '乙' }] },
          {
            speechIndex: 0,
            state: 'manualStop',
            meta: {
              messageId: 'c_8',
              index: 8,
              replyId: 'c_7',
              replyIndex: 7,
              repeatIndex: 0,
              traceId: '0af7651916cd43dd8448eb211c80319c',
              stopReason: 'manualStop',
              endConv: false,
              chainID: '',
              chatModelId: 'deepseek',
              modelId: 'deepseek-chat',
              tokenUsageInfo: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
              hints: ['接着问'],
            },
            content: [
              { type: 'think', content: '想', title: '已深度思考(用时6秒)', status: 2 },
              { type: 'text', msg: '甲' },
            ],
            feedback: { type: -1 as const, codes: ['204'], text: '' },
          },
        ],
      },
      {
        index: 7,
        speaker: 'human' as const,
        speechesV2: [
          {
            content: [
              { type: 'text', msg: '问' },
              { type: 'pdf', id: 'd1', fileName: '合同.pdf', url: '/api/resource/content/d1', size: 9 },
            ],
          },
        ],
        displayPrompt: '问',
        branches: [7, 3],
      },
    ],
  }
  it('gives turns oldest first, with versions, branches and feedback', () => {
    const page = foldDetail(detail)
    expect(page.head).toEqual({ title: '中秋', temporary: false, hasMore: true, hasNewer: false })
    const [turn] = page.turns
    expect(turn!.question).toEqual({
      index: 7,
      text: '问',
      files: [{ type: 'pdf', id: 'd1', fileName: '合同.pdf', url: '/api/resource/content/d1', size: 9 }],
      hidden: false,
      siblings: [3, 7],
    })
    expect(turn!.answer.index).toBe(8)
    expect(turn!.answer.selected).toBe(0)
    const version = turn!.answer.versions[0]!
    expect(version.feedback?.type).toBe(-1)
    expect(version.message).toMatchObject({
      state: 'manualStop',
      meta: {
        modelId: 'deepseek-chat',
        hints: ['接着问'],
        traceId: '0af7651916cd43dd8448eb211c80319c',
      },
    })
    expect(version.message.content.map((i) => i.type)).toEqual(['think', 'text'])
    expect(page.running).toBe(false)
  })
  it.each([
    ['another display text', '按这份提纲写一篇周报', '写周报', '写周报'],
    ['a display text that a client has cut', '问渠那得清如许', '问渠那得…', '问渠那得清如许'],
    ['no display text', '问渠那得清如许', undefined, '问渠那得清如许'],
    ['a prompt of files alone', undefined, '看看这份文件', '看看这份文件'],
  ])('shows of a question what its reader saw: %s', (_, prompt, displayPrompt, shown) => {
    const page = foldDetail({ convs: [{ index: 1, speaker: 'human', prompt, displayPrompt }] })
    expect(page.turns[0]!.question.text).toBe(shown)
  })
  it('knows an answer that is being made, and where to go on', () => {
    const page = foldDetail({
      convs: [
        { index: 1, speaker: 'human', displayPrompt: '问' },
        {
          index: 2,
          speaker: 'ai',
          speechesV2: [{ speechIndex: 0, state: 'running', content: [{ type: 'text', msg: '半' }] }],
        },
      ],
    })
    expect(page.running).toBe(true)
  })
  it('draws all parts where content is only the flat form of them', () => {
    const parts = [
      { type: 'text', msg: '先查' },
      { type: 'tool', id: 't1', name: 'read_file', title: '读', state: 'done' },
      { type: 'text', msg: '\n\n查到了' },
    ]
    const { message } = foldDetail({
      convs: [
        { index: 1, speaker: 'human' },
        {
          index: 2,
          speaker: 'ai',
          speechesV2: [{ state: 'done', content: [{ type: 'text', msg: '先查\n\n查到了' }], parts }],
        },
      ],
    }).turns[0]!.answer.versions[0]!
    expect(message.content).toEqual(parts)
  })
  it('survives what it does not know', () => {
    const page = foldDetail({
      convs: [
        { index: 1, speaker: 'human' },
        {
          index: 2,
          speaker: 'ai',
          speechesV2: [{ content: [null, 1, { type: 'novel' }, { type: 'text', msg: 5 }], state: 'odd' }],
        },
      ],
    })
    expect(page.turns[0]!.answer.versions[0]!.message.state).toBe('done')
    expect(foldDetail({}).turns).toEqual([])
  })
})

describe('rounds', () => {
  it('counts what is not loaded too', () => {
    const page = foldDetail({ hasMore: true, convs: [{ index: 61, speaker: 'human', displayPrompt: '问' }] })
    expect(rounds({ ...newConversation('c', 'a', 'ready'), ...page.head, turns: page.turns })).toBe(31)
  })
})

describe('endedAs', () => {
  const text = { type: 'text', msg: '半' } as const
  const m = (part: Partial<Message>): Message => ({ ...newMessage(), began: true, ...part })
  it.each<[string, Partial<Message>, string | null, string]>([
    ['running', { state: 'running' }, null, 'none'],
    ['done', { state: 'done', content: [text] }, null, 'none'],
    ['done and cut off', { state: 'done', content: [text], cutoff: true }, 'chat.cutoff', 'goOn'],
    [
      'done with steps only',
      { state: 'done', content: [{ type: 'step', msg: '' }] },
      'chat.incomplete',
      'regenerate',
    ],
    ['stopped', { state: 'manualStop', content: [text] }, 'chat.stopped', 'goOn'],
    ['stopped before a word', { state: 'manualStop' }, 'chat.stopped', 'regenerate'],
    ['interrupted', { state: 'interrupt', content: [text] }, 'chat.interrupted', 'goOn'],
    ['failed', { state: 'error' }, 'chat.failed', 'regenerate'],
    ['withheld', { state: 'sensitive', hidden: true }, null, 'regenerate'],
  ])('%s', (_, part, said, step) => {
    const end = endedAs(m(part))
    expect([end.text, end.step]).toEqual([said, step])
  })
})

describe('copying', () => {
  const md =
    '## 安排\n\n今年**放三天**[citation:1]，*不*~~调~~。\n\n- [x] 订票\n- 住宿 `a*b`\n\n| 日 | 星期 |\n|---|---|\n| 25 | 五 |\n\n```go\nx := **p\n```\n\n见[通知](https://a.cn/b)，$x_1$。'
  it('as Markdown loses only our marks', () => {
    expect(plainMarkdown(md)).toBe(md.replace('[citation:1]', ''))
  })
  it('as text loses the signs', () => {
    expect(plainText(md)).toBe(
      '安排\n\n今年放三天，不调。\n\n☑ 订票\n• 住宿 a*b\n\n日\t星期\n25\t五\n\nx := **p\n\n见通知（https://a.cn/b），$x_1$。',
    )
  })
  it('leaves a formula with its underscores', () => {
    expect(plainText('\\(a_1*b_2*c\\)')).toBe('\\(a_1*b_2*c\\)')
  })
})
