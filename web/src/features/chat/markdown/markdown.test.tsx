import { I18nProvider } from '@lingui/react'
import { render as mount, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import type { Doc } from '../state/types'
import Markdown from './markdown'

const doc: Doc = {
  index: 1,
  docId: '',
  title: '国务院办公厅通知',
  url: 'https://www.gov.cn/a',
  quote: '放假',
  publish_time: '2025-11-04',
  icon_url: 'https://evil.example/icon.png',
  web_site_name: '中国政府网',
  sourceName: '',
}

const wrapper = ({ children }: { children: React.ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
)
const render = (ui: ReactElement) => mount(ui, { wrapper })

function draw(text: string, running = false, docs: Doc[] = []) {
  const { container } = render(
    <Markdown text={text} running={running} scope={{ docs, replacements: new Map() }} />,
  )
  return container
}

it('breaks lines and draws harmless inline tags in cells, and no other HTML', () => {
  const el = draw(
    '| 甲 | 乙 |\n|---|---|\n| 一<br>二<br/>三 | H<sub>2</sub>O <b>重</b> <img src=x onerror=alert(1)> |',
  )
  expect(el.querySelectorAll('td br')).toHaveLength(2)
  expect(el.querySelector('td sub')?.textContent).toBe('2')
  expect(el.querySelector('td b')?.textContent).toBe('重')
  expect(el.querySelector('td img')).toBeNull()
})

it('names the language of code with letters of any script, up to its first sign', () => {
  const languages = ['föö', 'js{1,3}', 'c++', ';'].map(
    (info) => draw(`\`\`\`${info}\nx\n\`\`\``).querySelector('figcaption')?.textContent,
  )
  expect(languages).toEqual(['föö', 'js', 'c++', '代码'])
})

it('has a caret behind the newest word only while the text grows', () => {
  expect(draw('一\n\n- 二\n- 三', true).querySelector('li:last-child .caret.pulse')).toBeTruthy()
  expect(draw('一\n\n- 二\n- 三').querySelector('.caret')).toBeNull()
})

describe('Chinese emphasis, links and formulas: the 13 cases', () => {
  it.each([
    ['**你好。**世界', '你好。'],
    ['他说**“引号”**很好', '“引号”'],
    ['这是**重点：**内容', '重点：'],
    ['大**语言模型（LLM）**很火', '语言模型（LLM）'],
    ['读**《红楼梦》**吧', '《红楼梦》'],
  ])('%s is bold', (text, bold) => {
    const el = draw(text)
    expect(el.querySelector('strong')?.textContent).toBe(bold)
    expect(el.textContent).not.toContain('*')
  })
  it('*好的。* is emphasised', () => {
    expect(draw('说*好的。*然后').querySelector('em')?.textContent).toBe('好的。')
  })
  it('~~删除。~~ is struck out', () => {
    expect(draw('这句~~删除。~~保留').querySelector('del')?.textContent).toBe('删除。')
  })
  it('an address ends before 。', () => {
    const a = draw('见 https://example.com/a。然后').querySelector('a')
    expect(a?.getAttribute('href')).toBe('https://example.com/a')
  })
  it('money stays money', () => {
    const el = draw('苹果 $5，香蕉 $3')
    expect(el.textContent?.trim()).toBe('苹果 $5，香蕉 $3')
    expect(el.querySelector('.tex, .katex')).toBeNull()
  })
  it.each(['面积是 \\(x^2\\)。', '面积是 $x^2$。'])('%s is a formula', async (text) => {
    const el = draw(text)
    await waitFor(() => expect(el.querySelector('.katex')).not.toBeNull())
    expect(el.textContent).not.toContain('$')
    // The full stop must not start a line.
    expect(el.querySelector('.glue')?.textContent).toMatch(/。$/)
  })
  it('markup of a model is text', () => {
    const el = draw('<script>window.hit=1</script>')
    expect(el.querySelector('script')).toBeNull()
    expect(el.textContent).toContain('<script>')
  })
  it('a script address is no link', () => {
    expect(draw('[点我](javascript:alert(1))').querySelector('a')).toBeNull()
  })
})

describe('what a hostile answer says is inert', () => {
  const payloads = [
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<a href="javascript:alert(1)" onclick=alert(1)>x</a>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<details open ontoggle=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#x73;cript:alert(1))',
    '[x](&#106;avascript&colon;alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](//evil.example/a)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](https://evil.example/?q=secret)',
    '![x][1]\n\n[1]: https://evil.example/pixel.png',
    '[](@replace=javascript:alert(1))',
    '$\\href{javascript:alert(1)}{x}$',
    '$\\includegraphics{https://evil.example/a.png}$',
    '$\\htmlData{x=1}{y}$',
    '```html\n<script>alert(1)</script>\n```',
    '```svg\n<svg onload=alert(1)></svg>\n```',
    '| <img src=x onerror=alert(1)> |\n|---|\n| <b onmouseover=alert(1)>x</b> |',
    '[citation:1<img src=x onerror=alert(1)>]',
  ]
  it.each(payloads)('%s', async (payload) => {
    for (const running of [true, false]) {
      const el = draw(`前 ${payload} 后\n\n${payload}`, running)
      await new Promise((r) => setTimeout(r))
      for (const node of el.querySelectorAll('*')) {
        expect(['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'FORM']).not.toContain(node.tagName)
        for (const { name, value } of node.attributes) {
          expect(name).not.toMatch(/^on/i)
          if (/^(href|src|xlink:href|srcset|action)$/i.test(name)) {
            expect(new URL(value, 'https://own.example').protocol).toMatch(/^(https?|mailto):$/)
          }
        }
        if (node.tagName === 'A') {
          expect(node.getAttribute('rel')).toContain('noopener')
          expect(node.getAttribute('target')).toBe('_blank')
        }
      }
      // No element loads a file from another host.
      expect(el.querySelector('img, picture, video, audio, link, style')).toBeNull()
    }
  })
  it('holds at every byte of arrival', () => {
    const text = '好 <img src=x onerror=alert(1)> [x](javascript:alert(1)) **重** `a` \\(x\\) 完'
    for (let i = 1; i <= text.length; i++) {
      const el = draw(text.slice(0, i), true)
      expect(el.querySelector('img, script, a')).toBeNull()
    }
  })
})

describe('blocks', () => {
  it('draws only the growing block again', async () => {
    const scope = { docs: [], replacements: new Map() }
    const { container, rerender } = render(<Markdown text={'# 一\n\n二'} running scope={scope} />)
    const first = container.querySelector('h1')
    const text = first!.firstChild
    rerender(<Markdown text={'# 一\n\n二三四\n\n五'} running scope={scope} />)
    expect(container.querySelector('h1')).toBe(first)
    expect(first!.firstChild).toBe(text)
  })
  it('resolves references when the text is whole', () => {
    expect(draw('见[这里][1]\n\n段落\n\n[1]: https://a.cn/').querySelector('a')?.textContent).toBe('这里')
  })
  it('leads from a mark to its footnote and back, with ids of its own', () => {
    const text = '一[^1]。\n\n[^1]: 注'
    const [first, second] = [draw(text), draw(text)]
    for (const el of [first, second]) {
      const [there, back] = el.querySelectorAll<HTMLAnchorElement>('a')
      there!.click()
      expect(document.activeElement?.textContent).toContain('注')
      expect(el.contains(document.activeElement)).toBe(true)
      back!.click()
      expect(document.activeElement).toBe(there)
      expect(el.querySelector('h2')?.textContent).toBe('脚注')
    }
    const ids = [...document.querySelectorAll('[id]')].map((el) => el.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('closes what a text that broke off has opened', () => {
    const scope = { docs: [], replacements: new Map() }
    const { container } = render(<Markdown text="说**重" running={false} partial scope={scope} />)
    expect(container.querySelector('strong')?.textContent).toBe('重')
  })
  it('leads nowhere else inside the page', () => {
    expect(draw('[目录](#nav)').querySelector('a')).toBeNull()
  })
  it('shows a task list with named boxes', () => {
    const boxes = draw('- [x] 已\n- [ ] 未').querySelectorAll('input')
    expect([...boxes].map((b) => b.getAttribute('aria-label'))).toEqual(['已完成', '未完成'])
  })
  it('makes wide tables scroll by themselves', () => {
    const table = draw('| a | b |\n|---|---|\n| 1 | 2 |').querySelector('.wide-table')
    expect(table?.querySelector('table')).not.toBeNull()
    expect(table?.getAttribute('tabindex')).toBe('0')
  })
  it('shows a citation only where there is such a source', () => {
    const el = draw('放假三天[citation:1][citation:9]。', false, [doc])
    expect([...el.querySelectorAll('.cite')].map((c) => c.textContent)).toEqual(['1'])
    expect(el.textContent).not.toContain('citation')
  })
  it('leaves code as it is', async () => {
    const el = draw('```go\nfmt.Println("$5 \\(x\\) **a**")\n```')
    await waitFor(() => expect(el.querySelector('pre')?.textContent).toBe('fmt.Println("$5 \\(x\\) **a**")'))
  })
  it('copies code by its button', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText }, languages: ['zh-CN'] })
    const el = draw('```go\na\n\nb\n```')
    el.querySelector<HTMLButtonElement>('button[aria-label="复制代码"]')!.click()
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('a\n\nb'))
    vi.unstubAllGlobals()
  })
})

describe('what is too much to draw', () => {
  const row = (cell: string) => `|${cell.repeat(3000)}\n`
  it('stays text, and what stands around it is drawn', () => {
    const table = row('a|') + row('-|') + '|1\n'.repeat(6000)
    const el = draw(`**前**\n\n${table}\n**后**`)
    expect(el.querySelector('table')).toBeNull()
    expect([...el.querySelectorAll('strong')].map((o) => o.textContent)).toEqual(['前', '后'])
    expect(el.textContent).toContain('|a|a|a|')
  })
  it.each([
    ['800 KB of marks', '*a_ '.repeat(200_000)],
    ['thousands of quotes in each other', `${'> '.repeat(20_000)}x`],
    ['references without notes', '[^a'.repeat(200_000)],
  ])('%s is shown as it came, also while it comes', (_, text) => {
    for (const running of [false, true]) expect(draw(text, running).textContent).toBe(text)
  })
})
