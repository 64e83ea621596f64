// AI search: a reader asks, sees which pages are searched and read, follows citations to their passages, and asks a
// follow-up question.
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

test('on a phone the sources are a sheet, and the keyboard chooses how to search', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const chat = new Chat(page)
  await chat.open(server, '/?searchType=manual')
  const way = page.getByRole('button', { name: /搜索方式：联网搜索/ })
  await way.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu', { name: '搜索方式' })).toBeVisible()
  await page.keyboard.press('Escape')
  await chat.askWhole('临江市图书馆一次能借几册书')
  await chat.last.locator('.cite').first().click()
  await expect(page.getByRole('dialog')).toContainText('已核对')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

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
