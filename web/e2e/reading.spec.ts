// Deep reading against the real server: a file of fifty pages, on a desktop and on a phone.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fact, studyBook } from './book'
import { marked, store } from './files'
import { accessible } from './people'
import { Chat, expect, test } from './wenqu'

const pageField = (page: Page) => page.getByRole('textbox', { name: /页码/ })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Selects the piece of text with `words` on page n, as if by dragging the mouse. */
async function select(page: Page, n: number, words: string) {
  await expect(page.locator(`[data-page="${n}"] .textLayer`)).toContainText(/\p{Script=Han}/u)
  await page.evaluate(
    ([at, text]) => {
      const layer = document.querySelector(`[data-page="${at}"] .textLayer`)!
      const spans = [...layer.querySelectorAll('span[role=presentation]')]
      const span = spans.find((s) => s.textContent?.normalize('NFKC').includes(text))
      if (!span?.firstChild) throw new Error(`${text} is not on page ${at}`)
      const range = document.createRange()
      range.selectNodeContents(span)
      const selection = getSelection()!
      selection.removeAllRanges()
      selection.addRange(range)
      span.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    },
    [n, words] as const,
  )
}

for (const width of [1440, 390]) {
  test(`fifty pages are studied at ${width} px, and a reload restores it`, async ({
    page,
    browser,
    keyless,
  }) => {
    const phone = width < 768
    await page.setViewportSize({ width, height: 900 })
    const book = await studyBook(browser)
    const id = await store(page, keyless, book.name, book.buffer)
    const room = `${keyless.url}/tool/deep-reading/detail?id=${id}`
    const study = async () => {
      if (phone) await page.getByRole('button', { name: '学习' }).click()
    }
    const read = async () => {
      if (phone) await page.getByRole('button', { name: '原文' }).click()
    }
    await page.goto(room)
    await expect(pageField(page)).toHaveValue('1')
    await expect(page.getByText('/ 50')).toBeVisible()
    if (phone) await expect(page.getByRole('button', { name: '打开侧边栏' })).toHaveCount(0)

    // The overview of the file: each sentence links to its place in the file.
    await study()
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByRole('heading', { name: '摘要' })).toBeVisible()
    await expect(panel.getByRole('heading', { name: '要点' })).toBeVisible()
    await expect(panel).toContainText('由内置引擎从原文摘出')
    const point = panel.getByRole('listitem').getByRole('button').nth(2)
    const at = /第 (\d+) 页/.exec((await point.textContent()) ?? '')?.[1]
    await point.click()
    await expect(pageField(page)).toHaveValue(at!)
    await expect.poll(async () => (await marked(page, 'quote')).join('')).not.toBe('')

    await study()
    await tab(page, '大纲').click()
    await panel
      .getByRole('button', { name: /调度运行/ })
      .first()
      .click()
    await expect(pageField(page)).toHaveValue('31')

    // The mind map, and its export formats.
    await study()
    await tab(page, '导图').click()
    await expect(panel.getByRole('img', { name: '导图' })).toBeVisible()
    await expect(panel.locator('.markmap-node').filter({ hasText: '水源工程' }).first()).toBeVisible()
    await accessible(page)
    for (const [form, begins] of [
      ['PNG', '\x89PNG'],
      ['SVG', '<svg'],
      ['Markdown', '# 青溪灌区志'],
    ] as const) {
      await panel.getByRole('button', { name: '导出' }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: form }).click()
      const bytes = await readFile(await (await saving).path())
      expect(bytes.toString(form === 'PNG' ? 'latin1' : 'utf8').startsWith(begins), form).toBe(true)
    }
    await panel.getByRole('button', { name: '分享' }).click()
    const sharing = page.getByRole('dialog')
    await sharing.getByRole('button', { name: '生成链接' }).click()
    const link = await sharing.getByRole('textbox').first().inputValue()
    await page.keyboard.press('Escape')

    // A note beside selected text.
    await read()
    await pageField(page).fill('12')
    await pageField(page).press('Enter')
    await select(page, 12, '实测流量')
    const bar = page.getByRole('toolbar', { name: '选中的文字' })
    await expect(bar).toBeVisible()
    await bar.getByRole('button', { name: '记笔记' }).click()
    await expect(tab(page, '笔记')).toHaveAttribute('aria-selected', 'true')
    await panel.getByRole('button', { name: '编辑笔记' }).click()
    await panel.getByRole('textbox', { name: '编辑笔记' }).fill('和上一年的记录比一比')
    await panel.getByRole('button', { name: '保存' }).click()
    await expect(panel.getByText('和上一年的记录比一比')).toBeVisible()
    await accessible(page)

    // A question about another selected text, answered from the file.
    await read()
    await expect(pageField(page)).toHaveValue('12')
    await pageField(page).fill('23')
    await pageField(page).press('Enter')
    await select(page, 23, '实测流量')
    await bar.getByRole('button', { name: '就这段提问' }).click()
    const chat = new Chat(page)
    await expect(page.getByRole('textbox', { name: '输入问题' })).toHaveValue(/实测流量/)
    await chat.askWhole('年度计划的实测流量是多少？')
    await expect(chat.last).toContainText(fact(31))
    await chat.last.locator('.cite').first().click()
    await expect.poll(async () => (await marked(page, 'quote')).join('')).toContain('实测流量')
    await expect(pageField(page)).toHaveValue('31')

    // In a narrower window the sidebar is collapsed, and the file keeps at least 55 % of the width.
    if (!phone) {
      await page.setViewportSize({ width: 1024, height: 900 })
      await expect(page.locator('#nav')).toHaveAttribute('inert')
      const beside = await page.getByRole('region', { name: '深度阅读' }).boundingBox()
      expect(beside!.width).toBeLessThanOrEqual(0.45 * 1024 + 1)
      await page.setViewportSize({ width, height: 900 })
    }

    // Without a model there is no translation, and the page explains that a model is needed.
    await study()
    await tab(page, '翻译').click()
    await expect(panel.getByText(/需要.*模型|接入.*模型/).first()).toBeVisible()

    // A reload restores the page, the tab, the note and the question.
    const kept = page.waitForResponse(
      (r) => r.url().endsWith('/doc/state/save') && r.request().postData()?.includes('notes') === true,
    )
    await tab(page, '笔记').click()
    await kept
    await page.reload()
    await expect(pageField(page)).toHaveValue('31')
    await study()
    await expect(tab(page, '笔记')).toHaveAttribute('aria-selected', 'true')
    await expect(panel.getByText('和上一年的记录比一比')).toBeVisible()
    await tab(page, '提问').click()
    await expect(chat.answers).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )

    // Other people see only the shared part of the file.
    const other = await (await browser.newContext()).newPage()
    await other.goto(new URL(link, keyless.url).href)
    await expect(other.locator('.markmap-node').filter({ hasText: '水源工程' }).first()).toBeVisible()
    await other.goto(room)
    await expect(other.getByText('文件不存在')).toBeVisible()
    await other.context().close()
  })
}

test('with a model paragraphs are translated', async ({ page, browser, connected }) => {
  const book = await studyBook(browser)
  const id = await store(page, connected, book.name, book.buffer)
  await page.goto(`${connected.url}/tool/deep-reading/detail?id=${id}`)
  await tab(page, '翻译').click()
  // The scripted provider puts 【译】 before each translated text.
  await expect(page.getByRole('tabpanel').getByText('【译】第一章')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText(/【译】地理位置是/)).toBeVisible()
  // In dark mode the map is drawn in the colours of the page.
  await page.emulateMedia({ colorScheme: 'dark' })
  await tab(page, '导图').click()
  const node = page.locator('.markmap-node div').first()
  await expect(node).toBeVisible()
  const [ink, drawn] = await node.evaluate((el) => [
    getComputedStyle(el.closest('svg')!).color,
    getComputedStyle(el).color,
  ])
  expect(drawn).toBe(ink)
})

test('after its conversation was deleted elsewhere, a file can be asked about in a new one', async ({
  page,
  browser,
  keyless,
}) => {
  const book = await studyBook(browser)
  const id = await store(page, keyless, book.name, book.buffer)
  await page.goto(`${keyless.url}/tool/deep-reading/detail?id=${id}`)
  const named = page.waitForResponse((r) => r.url().endsWith('/docChatRecord/queryMsg'))
  await tab(page, '提问').click()
  const { cid } = await (await named).json()
  const chat = new Chat(page)
  await chat.askWhole('年度计划的实测流量是多少？')
  await page.request.post(`${keyless.url}/api/user/agent/conversation/v1/clear`, {
    headers: { origin: keyless.url },
    data: { conversationIds: [cid] },
  })
  await chat.ask('第一章讲什么？')
  await expect(page.getByRole('alert')).toContainText('已被删除')
  await page.getByRole('button', { name: '开启新对话' }).click()
  await expect(chat.answers).toHaveCount(0)
  await expect(chat.composer).toHaveValue('第一章讲什么？')
  await chat.askWhole('年度计划的实测流量是多少？')
  await expect(chat.answers).toHaveCount(1)
  await expect(chat.last).toContainText(fact(31))
})
