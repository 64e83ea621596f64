// AI search: a reader asks, sees the queries and the pages read, follows citations to their passages, and asks a
// follow-up question. Answers have pictures, and links in questions are read.
import type { Locator, Page } from '@playwright/test'
import { accessible } from './people'
import { Home, type Program, provider } from './server'
import { SmallWeb } from './web'
import { Chat, expect, modelAt, test } from './wenqu'

let web: SmallWeb
let home: Home
let server: Program
let model: Program

test.beforeAll(async () => {
  web = await SmallWeb.open()
  model = await provider()
  home = new Home()
  server = await home.serve({ ...modelAt(model), ...web.env })
})
test.afterAll(async () => {
  await server?.kill()
  await model?.kill()
  home?.remove()
  web?.close()
})

test('a question is searched, read with citations, and asked on', async ({ page }) => {
  const chat = new Chat(page)
  await chat.open(server)
  await page.getByRole('button', { name: /搜索方式：自动/ }).click()
  await page.getByRole('menuitem', { name: /^联网搜索/ }).click()
  await chat.askWhole('临江市图书馆最近周一开门吗')
  await expect(chat.last).toContainText('以 20')
  await expect(chat.last.locator('.cite').first()).toBeVisible()
  await expect(chat.last).not.toContainText('永久关闭')

  const steps = chat.last.getByRole('button', { name: /阅读 3 个网页/ })
  await steps.click()
  await expect(chat.last).toContainText('搜索「临江市图书馆最近周一开门吗」')
  await expect(chat.last).toContainText('阅读网页《临江市图书馆服务指南》')
  await steps.click()

  await chat.last.locator('.cite').first().click()
  const sources = page.getByRole('complementary', { name: /参考资料/ })
  await expect(sources).toContainText('临江图书馆 · 2026-11-20')
  await expect(sources).toContainText('已核对')
  const link = sources.getByRole('link').first()
  await expect(link).toHaveAttribute('href', /#:~:text=/)
  await link.click()
  await expect(page.getByRole('dialog')).toContainText('127.0.0.1')
  await page.keyboard.press('Escape')
  await sources.getByRole('button', { name: '查看留存的副本' }).first().click()
  await expect(page).toHaveURL(/\/tool\/web-viewer\?id=/)
  await expect(page.locator('mark').first()).toBeInViewport()
  await page.goBack()

  await chat.askWhole('那自习室怎么预约呢')
  await expect(chat.last.locator('.cite').first()).toBeVisible()
  await page.reload()
  await chat.whole()
  await expect(page.getByRole('button', { name: /搜索方式：联网搜索/ })).toBeVisible()
  await expect(chat.last.locator('.cite').first()).toBeVisible()
})

test('on a phone, in the dark, the keyboard asks, opens a source at its passage, and asks on', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const chat = new Chat(page)
  await chat.open(server, '/?searchType=manual')
  await reach(page, page.getByRole('button', { name: /搜索方式：联网搜索/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu', { name: '搜索方式' })).toBeVisible()
  await page.keyboard.press('Escape')

  await reach(page, chat.composer, 'Shift+Tab')
  await page.keyboard.type('临江市图书馆一次能借几册书')
  await page.keyboard.press('Enter')
  await chat.whole()
  const steps = chat.last.getByRole('button', { name: /阅读 3 个网页/ })
  await reach(page, steps, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(chat.last).toContainText('搜索「临江市图书馆一次能借几册书」')
  await page.keyboard.press('Enter')

  const cite = chat.last.locator('.cite').first()
  await reach(page, cite)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: /参考资料/ })
  await expect(sheet).toContainText('已核对')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(cite).toBeFocused()
  await page.keyboard.press('Enter')
  await reach(page, sheet.getByRole('button', { name: '查看留存的副本' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tool\/web-viewer\?id=/)
  await expect(page.locator('mark').first()).toBeInViewport()

  await reach(page, page.getByRole('button', { name: '返回' }))
  await page.keyboard.press('Enter')
  await chat.whole()
  await reach(page, chat.composer)
  await page.keyboard.type('那自习室怎么预约呢')
  await page.keyboard.press('Enter')
  await expect(chat.answers).toHaveCount(2)
  await chat.whole()
  await expect(chat.last.locator('.cite').first()).toBeVisible()
})

/** Moves the focus with Tab, or backwards with Shift+Tab, until it is on the target. */
async function reach(page: Page, target: Locator, key = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((el) => el === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`80 times ${key} do not lead to ${target}`)
}

test('pictures of what is asked about stand in the answer, in history and on the page of pictures', async ({
  page,
}) => {
  const foreign: string[] = []
  page.on(
    'request',
    (r) => r.url().startsWith(server.url) || r.url().startsWith('data:') || foreign.push(r.url()),
  )
  const chat = new Chat(page)
  await chat.open(server, '/?searchType=manual')
  await chat.askWhole('临江市图书馆长什么样')
  const row = () => chat.last.getByRole('list', { name: '图片' })
  await expect(row().getByRole('link').first()).toHaveAttribute('href', /127\.0\.0\.1.*\/library$/)
  await page.reload()
  await chat.whole()
  const shown = row().getByRole('img', { name: '临江市图书馆服务指南' })
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64)
  await accessible(page)
  await page.goto(`${server.url}/image-search`)
  await page.getByRole('searchbox').fill('临江市图书馆')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '放大「临江市图书馆服务指南」' }).press('Enter')
  await expect(page.getByRole('dialog', { name: '临江市图书馆服务指南' })).toContainText('在 127.0.0.1')
  expect(foreign).toEqual([])
})

test('links of a question are cards below it, also when they cannot be read', async ({ page }) => {
  const chat = new Chat(page)
  await chat.open(server)
  await chat.composer.fill(`三楼有几个座位？${web.site}/reading-room`)
  await expect(page.getByRole('list', { name: '链接' })).toContainText('临江市图书馆自习室怎么预约')
  await chat.composer.press('Enter')
  await chat.whole()
  const cards = page.getByRole('main').getByRole('list', { name: '链接' })
  await expect(cards.getByRole('link', { name: /自习室怎么预约.*城市生活/ })).toHaveAttribute(
    'href',
    `${web.site}/reading-room`,
  )
  await chat.askWhole(`这个呢 ${web.site}/gone`)
  await page.reload()
  await chat.whole()
  await expect(cards).toHaveCount(2)
  await expect(cards.last()).toContainText('不存在')
})
