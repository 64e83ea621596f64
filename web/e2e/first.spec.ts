import { Home } from './server'
import { Chat, expect, test } from './wenqu'

test('a first-time visitor asks by a card', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await expect(page.getByText('现在由内置引擎回答，不是大模型')).toBeVisible()
  await page.getByRole('button', { name: /今年中秋放几天假/ }).click()
  await chat.whole()
  await expect(page).toHaveURL(/\/chat\/naQivTmsDa\/[A-Za-z0-9_-]{8,128}$/)
  await expect(chat.last).toContainText('9 月 25 日')
  await expect(chat.last).toContainText('内置引擎 · 非大模型')
  await expect(page.getByText('内容由 AI 生成，仅供参考')).toBeVisible()
})

test('a first-time visitor asks by typing, and finds it again', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.askWhole('12.5 乘以 8 等于多少')
  await expect(chat.last).toContainText('100')
  await expect(chat.last).toContainText('内置引擎 · 非大模型')
  const address = page.url()
  await page.goto(keyless.url)
  const row = page.getByRole('navigation').getByRole('link', { name: /12\.5 乘以 8/ })
  await row.click()
  await expect(page).toHaveURL(address)
  await expect(chat.last).toContainText('100')
})

test('what the engine cannot do, it says', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.askWhole('帮我分析一下《红楼梦》里林黛玉的性格')
  await expect(chat.last).toContainText('没有接入')
  await expect(chat.last).toContainText('内置引擎 · 非大模型')
})

test('no cookie and no row before the first stored act', async ({ page, keyless, context }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  expect(await context.cookies()).toEqual([])
  await chat.askWhole('1 公里等于多少米')
  const cookies = await context.cookies()
  for (const name of ['hy_user', 'hy_token']) {
    const cookie = cookies.find((c) => c.name === name)
    expect(cookie, name).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  }
  expect(await page.evaluate(() => document.cookie)).not.toContain('hy_token')
})

test('a caret pulses until the code arrives, and without JavaScript a sentence says so', async ({
  page,
  keyless,
  browser,
}) => {
  let release = () => {}
  const held = new Promise<void>((go) => {
    release = go
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(keyless.url, { waitUntil: 'commit' })
  const caret = page.locator('#root > .late > .pulse')
  await expect(caret).toBeVisible()
  release()
  await expect(new Chat(page).composer).toBeVisible()
  await expect(caret).toHaveCount(0)

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const without = await plain.newPage()
  await without.goto(keyless.url)
  await expect(without.locator('noscript p')).toBeVisible()
  await expect(without.locator('.pulse')).toBeHidden()
  await plain.close()
})

test('pages come from the server while it runs, and from the cache of the service worker otherwise', async ({
  page,
}) => {
  const home = new Home()
  const first = await home.serve()
  await page.goto(first.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await first.terminate()
  const second = await home.serve({ WENQU_BRAND_NAME: '新名字' }, Number(new URL(first.url).port))
  try {
    for (const path of ['/', '/?from=desktop', '/favorites']) {
      await page.goto(second.url + path)
      await expect(page, path).toHaveTitle(/新名字/)
    }
  } finally {
    await second.terminate()
    home.remove()
  }
  await page.goto(first.url)
  await expect(new Chat(page).composer).toBeVisible()
})

test('a page whose script cannot be loaded asks to reload it', async ({ page, keyless }) => {
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
  await page.goto(keyless.url)
  const advice = page.getByText('如果一直没有内容，请刷新页面')
  const delays = await advice.evaluate((text) =>
    text.getAnimations().map((animation) => {
      animation.finish()
      return animation.effect?.getTiming().delay
    }),
  )
  expect(delays).toEqual([15_000])
  await expect(advice).toHaveCSS('opacity', '1')
})
