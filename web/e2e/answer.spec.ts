// Reading and using a long answer: its outline, quoting its text, its table on a phone, its diagram as a file, and
// its versions side by side.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Chat, expect, test } from './wenqu'

const toEnd = (page: Page) => page.getByRole('button', { name: /到最新处/ })

test('a long answer has an outline, a way to its end above the composer, and quotes', async ({
  page,
  connected,
}) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[长文]')
  const outline = page.getByRole('navigation', { name: '回答的目录' })
  await outline.getByRole('button', { name: '2 数据' }).click()
  await expect(outline.getByRole('button', { name: '2 数据' })).toHaveAttribute('aria-current', 'location')
  const [pill, box] = await Promise.all([
    toEnd(page).boundingBox(),
    chat.composer.locator('xpath=..').boundingBox(),
  ])
  expect(Math.round(box!.y - pill!.y - pill!.height)).toBe(8)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(outline).toBeHidden()

  await chat.last.locator('.md p').nth(1).selectText()
  await expect(page.getByRole('button', { name: '引用' })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('q')
  await expect(chat.composer).toHaveValue(/^> 半亩方塘.*\n\n$/)
  await expect(chat.composer).toBeFocused()
})

test('on a phone buttons do not overlap, and a table keeps its first column in view', async ({
  page,
  connected,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const chat = new Chat(page)
  await chat.open(connected)
  const list = page.getByRole('list', { name: '试试这样问' })
  // The server's questions replace the built-in ones when they arrive, so the cards are measured until all
  // four are visible.
  let cards: Awaited<ReturnType<typeof list.boundingBox>>[] = []
  await expect(async () => {
    cards = await list
      .getByRole('listitem')
      .all()
      .then((all) => Promise.all(all.map((card) => card.boundingBox())))
    expect(cards.map((card) => card !== null)).toEqual([true, true, true, true])
  }).toPass()
  expect(new Set(cards.map((card) => Math.round(card!.y))).size).toBe(2)
  expect(new Set(cards.map((card) => Math.round(card!.x))).size).toBe(2)
  const composer = (await chat.composer.boundingBox())!
  const left = Math.min(...cards.map((card) => card!.x))
  const right = Math.max(...cards.map((card) => card!.x + card!.width))
  expect(Math.abs(composer.x + composer.width / 2 - (left + right) / 2)).toBeLessThan(8)
  await page.setViewportSize({ width: 390, height: 844 })
  await chat.askWhole('[长文]')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  const row = chat.last.getByRole('button', { name: '更多操作' }).locator('xpath=..')
  const boxes = await Promise.all((await row.getByRole('button').all()).map((b) => b.boundingBox()))
  const buttons = boxes.filter((box) => box !== null)
  expect(buttons.length).toBeGreaterThan(3)
  for (const [i, b] of buttons.entries()) {
    expect(Math.min(b.width, b.height)).toBeGreaterThanOrEqual(44)
    for (const other of buttons.slice(i + 1))
      expect(other.x >= b.x + b.width || other.y >= b.y + b.height).toBe(true)
  }
  const table = chat.last.getByRole('group', { name: '表格' })
  await table.evaluate((el) => el.scrollTo({ left: 120 }))
  await expect.poll(() => table.evaluate((el) => el.scrollLeft)).toBe(120)
  const [around, first] = await Promise.all([
    table.boundingBox(),
    table.getByRole('cell').first().boundingBox(),
  ])
  expect(Math.round(first!.x - around!.x)).toBe(0)
})

test('the diagram of an answer is drawn on the page and in a Word file', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[长文]')
  await expect(chat.last.getByRole('img', { name: /graph LR/ })).toBeVisible()
  await page.getByRole('button', { name: '导出回答' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Word 文档' }).click()
  const bytes = await readFile(await (await saving).path())
  expect(bytes.toString('latin1')).toContain('word/media/image1.png')
})

test('two versions of an answer are read beside each other', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[长文]')
  await page.getByRole('button', { name: '重新生成', exact: true }).click()
  await chat.whole()
  await page.getByRole('button', { name: '对比版本' }).click()
  const [left, right] = [
    page.getByRole('region', { name: '版本 1' }),
    page.getByRole('region', { name: '版本 2' }),
  ]
  await expect(left).toContainText('1 目标')
  await expect(right).toContainText('当前显示')
  await left.getByRole('button', { name: '用这个版本' }).click()
  await expect(page.getByRole('group', { name: /版本/ })).toContainText('1')
})
