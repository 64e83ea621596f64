import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import type { MarkdownScope } from '../markdown/context'
import { useSources } from '../state/sources'
import { type Message, newMessage, reduce, type StreamEvent } from '../state/types'
import { Answer } from './answer'
import { Card } from './card'

vi.mock('@/features/favorite', () => ({
  loadStars: async () => ({ Star: () => null, PageStar: () => null, ThingStar: () => null }),
}))

vi.mock('@/features/export', () => ({ ExportMenu: () => null, useExport: () => ({ entries: [] }) }))
vi.mock('../queries', () => ({ useListedName: () => '', useGeneral: () => ({}) }))
const openSource = vi.hoisted(() => vi.fn())
const isPhone = vi.hoisted(() => vi.fn(() => false))
vi.mock('@/lib/platform', async (original) => ({ ...(await original<object>()), isPhone }))
vi.mock('./open-source', () => ({ openSource }))
vi.mock('../markdown/lazy', () => ({
  Markdown: ({ text, running, scope }: { text: string; running: boolean; scope: MarkdownScope }) => (
    <div data-testid="text" data-running={running}>
      {text}
      <button type="button" aria-label="来源 2" onClick={() => scope.onSource?.(2)} />
    </div>
  ),
}))

beforeEach(() => activateLocale('zh-CN'))
beforeAll(() => {
  window.matchMedia ??= (() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never
})

const fold = (...events: StreamEvent[]): Message => events.reduce(reduce, newMessage())
const step = (id: string, msg: string, part: object = {}): StreamEvent => ({ type: 'step', id, msg, ...part })
const tool = (id: string, part: object = {}): StreamEvent => ({
  type: 'tool',
  id,
  name: 'search_files',
  title: '在文件中查找「交货期」',
  state: 'done',
  ...part,
})
const text = (msg: string): StreamEvent => ({ type: 'text', msg })

const nothing = () => {}

function element(
  message: Message,
  onConsent?: (id: string, allow: boolean, remember: boolean) => Promise<void>,
) {
  const version = { repeatIndex: 0, message, feedback: null }
  return (
    <I18nProvider i18n={i18n}>
      <Answer
        cid="c"
        answer={{ index: 2, versions: [version], selected: 0 }}
        activity={null}
        busy={false}
        last
        onContinue={nothing}
        models={[]}
        onRegenerate={nothing}
        onVersion={nothing}
        onFeedback={nothing}
        onConsent={onConsent}
      />
    </I18nProvider>
  )
}

const draw = (...args: Parameters<typeof element>) => render(element(...args))
const work = () => screen.getByLabelText('得出过程')
const button = (name: RegExp) => screen.getByRole('button', { name })

describe('order', () => {
  it('draws texts and tools where they came', () => {
    const { container } = draw(
      fold(text('先查。'), tool('t1'), text('\n\n第 3 页'), text('写明。'), { type: 'done' }),
    )
    const all = [...container.querySelectorAll('[data-testid=text], [role=group]')]
    expect(all.map((el) => el.getAttribute('aria-label') ?? el.textContent)).toEqual([
      '先查。',
      '得出过程',
      '第 3 页写明。',
    ])
  })
  it('draws steps without an id, and late thinking, above the text that they do not end', () => {
    const { container } = draw(
      fold(text('甲'), { type: 'step', msg: '整理' }, { type: 'think', content: '想' }, text('乙'), {
        type: 'done',
      }),
    )
    expect(container.querySelector('[data-testid=text]')?.textContent).toBe('甲乙')
    const html = container.innerHTML
    expect(html.indexOf('整理')).toBeLessThan(html.indexOf('甲乙'))
    expect(html.indexOf('已深度思考')).toBeLessThan(html.indexOf('甲乙'))
  })
  it('says of the newest text only that it is being written', () => {
    draw(fold(text('先查。'), tool('t1'), text('写明')))
    expect(screen.getAllByTestId('text').map((el) => el.dataset.running)).toEqual(['false', 'true'])
  })
})

describe('work', () => {
  const read = (id: string, name: string, part: object = {}) =>
    step(id, `正在阅读《${name}》`, { code: 'read', args: [name], ...part })
  it('has no tick before its end, and stays open while it runs', () => {
    const { rerender } = draw(fold(read('s1', '合同.pdf'), read('s2', '附件.pdf')))
    expect(within(work()).getAllByText('进行中')).toHaveLength(2)
    expect(within(work()).queryByText('已完成')).toBeNull()
    rerender(
      element(
        fold(read('s1', '合同.pdf'), read('s2', '附件.pdf'), {
          type: 'step_update',
          id: 's1',
          state: 'done',
          detail: '共 12 页',
        }),
      ),
    )
    expect(within(work()).getAllByText('已完成')).toHaveLength(1)
    expect(work().textContent).toContain('共 12 页')
    expect(screen.queryByRole('button', { expanded: false })).toBeNull()
  })
  it('is one line once the text begins, and unfolds', () => {
    draw(
      fold(
        read('s1', '合同.pdf', { state: 'done' }),
        read('s2', '附件.pdf', { state: 'done' }),
        read('s3', '合同.pdf', { state: 'failed' }),
        tool('t1'),
        { type: 'searchGuid', title: '', docs: [doc(1), doc(2)] },
        text('答'),
      ),
    )
    const line = button(/已阅读/)
    expect(line.textContent).toBe('已阅读 2 个文件 · 查找 1 次 · 引用 2 处 · 1 项未完成')
    expect(line.getAttribute('aria-expanded')).toBe('false')
    expect(button(/参考 2 篇资料/)).toBeTruthy()
    expect(within(work()).queryByRole('list')).toBeNull()
    fireEvent.click(line)
    expect(line.getAttribute('aria-expanded')).toBe('true')
    expect(within(work()).getAllByRole('listitem')).toHaveLength(4)
    const inside = document.getElementById(line.getAttribute('aria-controls')!)!
    expect(within(inside).getByRole('list')).toBeTruthy()
  })
  it('is one line with thinking and sources, which opens to all of them', () => {
    draw(
      fold(
        { type: 'think', content: '先看合同', title: '已深度思考（用时 3 秒）', status: 2 },
        read('s1', '合同.pdf', { state: 'done' }),
        { type: 'searchGuid', title: '', docs: [1, 2, 3, 4].map((i) => place(i, 'a')) },
        text('答'),
      ),
    )
    expect(within(work()).getAllByRole('button')).toHaveLength(2)
    const line = button(/已阅读/)
    expect(line.textContent).toBe('已阅读 1 个文件 · 引用 4 处 · 思考 3 秒')
    expect(screen.queryByText('先看合同')).toBeNull()
    fireEvent.click(line)
    expect(screen.getByText('先看合同')).toBeTruthy()
    expect(screen.getByText('阅读《合同.pdf》')).toBeTruthy()
    fireEvent.click(button(/1 个文件的 4 处/))
    expect(useSources.getState().shown?.docs).toHaveLength(4)
  })
  it('keeps what was not read in view', () => {
    draw(
      fold(
        { type: 'think', content: '先想想', title: '已深度思考（用时 3 秒）', status: 2 },
        read('s1', '合同.pdf', { state: 'done' }),
        { type: 'step', msg: '', code: 'left', args: ['12'] },
        { type: 'step', msg: '', code: 'toomany', args: ['200', '0', 'a.pdf'] },
        text('答'),
        { type: 'step', msg: '', code: 'truncated' },
      ),
    )
    expect(button(/思考 3 秒/).textContent).toBe('已阅读 1 个文件 · 思考 3 秒')
    expect(screen.getByText(/前面 12 轮没有带上/)).toBeTruthy()
    expect(screen.getByText(/没有读：《a.pdf》/)).toBeTruthy()
    expect(screen.getByText(/模型服务器略去了一部分/)).toBeTruthy()
  })
  it('stands open before the text begins', () => {
    draw(fold({ type: 'think', content: '先看合同' }, read('s1', '合同.pdf')))
    expect(screen.getByText('先看合同')).toBeTruthy()
    expect(within(work()).getAllByText('进行中')).toHaveLength(1)
  })
  it('counts places by their files, and websites by themselves', () => {
    const { unmount } = draw(
      fold(
        { type: 'searchGuid', title: '', docs: [place(1, 'a'), place(2, 'a'), place(3, 'b')] },
        text('答'),
      ),
    )
    expect(button(/2 个文件的 3 处/)).toBeTruthy()
    unmount()
    const web = { ...doc(1), url: 'https://example.org/a' }
    draw(
      fold({ type: 'searchGuid', title: '', docs: [web, { ...web, index: 2 }, place(3, 'b')] }, text('答')),
    )
    expect(button(/参考 2 篇资料/)).toBeTruthy()
  })
  it('does not fold while something in it waits for a person', () => {
    draw(fold(read('s1', 'a', { state: 'done' }), tool('t1', { state: 'waiting' }), text('答')))
    expect(within(work()).getByRole('button', { name: '允许' })).toBeTruthy()
  })
  it('nests rows under their parents, and keeps rows whose parents are not there', () => {
    draw(
      fold(
        step('s1', '研究', { parent: 's2' }),
        step('s2', '查网页', { parent: 's1' }),
        step('s3', '读网页', { parent: 's2' }),
        step('s4', '无主', { parent: 'nobody' }),
      ),
    )
    const tree = (list: Element): unknown[] =>
      [...list.children].map((li) => {
        const inner = li.querySelector(':scope > ul')
        return inner ? [li.querySelector('p')?.textContent, tree(inner)] : li.querySelector('p')?.textContent
      })
    expect(tree(work().querySelector('ul')!)).toEqual([['研究', [['查网页', ['读网页']]]], '无主'])
  })
  it('speaks the language of the reader, and of an unknown code as it was sent', async () => {
    draw(
      fold(
        read('s1', '合同.pdf'),
        step('s2', '正在占卜', { code: 'divine', args: ['x'] }),
        step('s3', '没有名字', { code: 'read' }),
      ),
    )
    expect(
      within(work())
        .getAllByRole('paragraph')
        .map((p) => p.textContent),
    ).toEqual(['阅读《合同.pdf》', '正在占卜', '没有名字'])
    await act(() => activateLocale('zh-TW'))
    expect(screen.getByText('閱讀《合同.pdf》')).toBeTruthy()
    await act(() => activateLocale('en'))
    expect(screen.getByText('Read “合同.pdf”')).toBeTruthy()
  })
})

const place = (index: number, docId: string) => ({ ...doc(index), docId, page: 1, kind: 'file' })
const doc = (index: number) => ({
  index,
  docId: '',
  title: '',
  url: '',
  quote: '',
  publish_time: '',
  icon_url: '',
  web_site_name: '',
  sourceName: '',
})

describe('a citation of a file', () => {
  const at = (index: number, id: string) => ({ ...place(index, id), url: `/tool/file-viewer?id=${id}` })
  const cited = fold({ type: 'searchGuid', title: '', docs: [at(1, 'a'), at(2, 'b')] }, text('答'))
  afterEach(() => {
    openSource.mockReset()
    useSources.setState({ shown: null })
  })

  it('opens the file where there is room', () => {
    isPhone.mockReturnValue(false)
    draw(cited)
    fireEvent.click(button(/来源 2/))
    expect(openSource).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ docId: 'b' }))
  })
  it('shows its quote in a sheet on a phone', () => {
    isPhone.mockReturnValue(true)
    draw(cited)
    fireEvent.click(button(/来源 2/))
    expect(openSource).not.toHaveBeenCalled()
    expect(useSources.getState().shown?.docs.map((d) => d.docId)).toEqual(['b'])
  })
})

describe('a tool', () => {
  it.each([
    ['input', '准备中'],
    ['waiting', '等你同意'],
    ['running', '进行中'],
    ['done', '已完成'],
    ['later', '进行中'],
  ])('that is %s says so: %s', (state, said) => {
    draw(fold(tool('t1', { state })))
    expect(within(work()).getByText(said)).toBeTruthy()
  })
  it('shows what went in and came out on demand', () => {
    draw(fold(tool('t1', { input: '交货期', output: '第 3 页', ms: 1234 }), { type: 'done' }))
    const head = button(/查找/)
    expect(head.textContent).toContain('用时 1.2 秒')
    expect(screen.queryByText('第 3 页')).toBeNull()
    fireEvent.click(head)
    expect(screen.getByText('交货期')).toBeTruthy()
    expect(screen.getByText('第 3 页')).toBeTruthy()
  })
  it('says why it failed, and that it was cut off by the end', () => {
    const { unmount } = draw(fold(tool('t1', { state: 'failed', error: '文件打不开' })))
    expect(screen.getByText('文件打不开')).toBeTruthy()
    unmount()
    draw(fold(tool('t1', { state: 'running' }), { type: 'error', code: '80016', msg: '' }))
    expect(within(work()).getByText('未完成')).toBeTruthy()
  })
  it('asks for consent once, and again when the answer was not taken', async () => {
    const asked = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(undefined)
    draw(fold(tool('t1', { state: 'waiting' })), asked)
    fireEvent.click(screen.getByRole('checkbox', { name: '在这个对话里不再询问' }))
    const allow = screen.getByRole<HTMLButtonElement>('button', { name: '允许' })
    await act(async () => fireEvent.click(allow))
    expect(asked).toHaveBeenLastCalledWith('t1', true, true)
    expect(allow.disabled).toBe(false)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '不允许' })))
    expect(asked).toHaveBeenLastCalledWith('t1', false, false)
    expect(allow.disabled).toBe(true)
    fireEvent.click(allow)
    expect(asked).toHaveBeenCalledTimes(2)
  })
})

describe('a card', () => {
  const card = { type: 'card', id: 'c1', kind: 'hologram', fallback: '全息图' } as const
  const scope = { docs: [], replacements: new Map() }
  it('of a kind that is not known shows its fallback, or says that it cannot', () => {
    const { rerender } = draw(fold(card))
    expect(screen.getByText('全息图')).toBeTruthy()
    rerender(element(fold({ ...card, fallback: '' })))
    expect(screen.getByText('这个版本的页面还不能显示这张卡片')).toBeTruthy()
  })
  it('is drawn by its kind, which no word of a prototype is', () => {
    const kinds = { hologram: () => <b>亮</b> }
    const { rerender } = render(<Card card={card} scope={scope} kinds={kinds} />, {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    })
    expect(screen.getByText('亮')).toBeTruthy()
    rerender(<Card card={{ ...card, kind: 'constructor' }} scope={scope} kinds={kinds} />)
    expect(screen.getByText('全息图')).toBeTruthy()
  })
})
