import { accessible, Person, Town } from './people'
import { Home, Program, provider } from './server'
import { Chat, expect, test } from './wenqu'

test('one variable: thinking and text stream from the provider', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await expect(page.getByText('现在由内置引擎回答')).toHaveCount(0)
  const think = page.getByRole('button', { name: '深度思考' })
  if ((await think.getAttribute('aria-pressed')) !== 'true') await think.click()
  await chat.askWhole('源头活水是什么意思')
  await expect(chat.last).toContainText('已深度思考')
  await expect(chat.last.getByRole('table')).toBeVisible()
  await expect(chat.last.locator('.katex').first()).toBeVisible()
  await expect(chat.last.locator('strong', { hasText: '“源头活水”' })).toBeVisible()
  await expect(chat.last).toContainText('deepseek-')
  await expect(chat.last).not.toContainText('内置引擎 · 非大模型')
})

test('the title comes from the model once', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('请给我讲讲春天的天气为什么多变')
  await expect(page.getByRole('navigation').getByRole('link').first()).toContainText('春天')
})

test('a hostile answer runs nothing and calls nobody', async ({ page, connected }) => {
  const called: string[] = []
  page.on('request', (r) => {
    if (!r.url().startsWith(connected.url) && !r.url().startsWith('data:') && !r.url().startsWith('blob:'))
      called.push(r.url())
  })
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[攻击] 试试')
  await expect(chat.last.getByRole('group', { name: '图表' })).toBeVisible()
  await chat.last.getByRole('button', { name: /已深度思考/ }).click()
  for (const link of await chat.last.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^(https?:|mailto:|#|\/)/)
  }
  await page.reload()
  await expect(chat.last).toContainText('[DONE]')
  expect(await page.evaluate(() => (window as { __pwned?: number }).__pwned)).toBeUndefined()
  expect(called).toEqual([])
})

test('visitors see what answers, and who can connect a model', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await page.getByRole('link', { name: '接入模型' }).first().click()
  await expect(page).toHaveURL(/\/setting\/model$/)
  await expect(page.getByText('只有管理员能接入模型')).toBeVisible()
  await expect(page.getByText('重启')).toHaveCount(0)
  await page.getByRole('button', { name: '重新检测' }).click()
  await expect(page.getByText('检测完成')).toBeVisible()
})

test('on a phone the search switch is an icon, and without a source it says who can connect one', async ({
  page,
  keyless,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = new Chat(page)
  await chat.open(keyless)
  const search = page.getByRole('button', { name: /搜索方式/ })
  expect((await search.boundingBox())!.width).toBeLessThan(72)
  await expect(page.getByText('未联网')).toHaveCount(0)
  await search.click()
  await expect(page.getByText('还没有接入搜索，请联系管理员')).toBeVisible()
})

test('a first-time operator connects a model in four clicks, for everybody', async ({ page, browser }) => {
  const town = await Town.build()
  const model = await provider()
  try {
    await page.goto(town.adminLink())
    await page.getByRole('button', { name: '成为管理员' }).click()
    await expect(page).toHaveURL(`${town.server.url}/setting/model`)
    await accessible(page)
    const visitor = await Person.arrive(browser, town)
    const chat = new Chat(visitor.page)
    await chat.open(town.server)
    await expect(visitor.page.getByText('现在由内置引擎回答')).toBeVisible()

    await page.goto(town.server.url)
    await page.getByRole('link', { name: '接入模型' }).first().click() // first click
    await page.getByRole('button', { name: /其他兼容 OpenAI 的服务/ }).click() // second click
    const form = page.getByRole('form', { name: /其他兼容/ })
    await expect(form.getByLabel(/^接口地址/)).toBeFocused()
    await page.keyboard.type(`${model.url}/v1`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('test-key')
    await accessible(page)
    await form.getByRole('button', { name: '测试并启用' }).click() // third click
    await expect(form.getByText(/可以用：[\d.]+ 秒答完/)).toBeVisible()
    await expect
      .poll(async () => JSON.stringify((await visitor.call('/api/agent/model/list', {})).body), {
        intervals: [50],
      })
      .toContain('deepseek')
    await chat.askWhole('源头活水是什么意思')
    await expect(chat.last).not.toContainText('内置引擎 · 非大模型')
    await form.getByRole('link', { name: '去提问' }).click() // fourth click
    await expect(new Chat(page).composer).toBeVisible() // until the chat page is open, the form with the key is still displayed
    await expect(page.getByText('现在由内置引擎回答')).toHaveCount(0)
    expect(await page.content()).not.toContain('test-key')
  } finally {
    await model.kill()
    await town.end()
  }
})

test('a local Ollama on its usual port needs no variable', async ({ page }) => {
  const port = 11434
  const free = await fetch(`http://127.0.0.1:${port}/api/tags`).then(
    () => false,
    () => true,
  )
  expect(free, 'port 11434 must be free for this test').toBe(true)
  const ollama = await Program.start(
    `http://127.0.0.1:${port}`,
    '/api/tags',
    'bin/llmtest',
    ['-addr', `127.0.0.1:${port}`, '-ollama'],
    {},
  )
  const home = new Home()
  const server = await home.serve({ WENQU_PROBE: 'on' })
  const chat = new Chat(page)
  await chat.open(server)
  await expect(page.getByRole('button', { name: /当前模型：deepseek/ })).toBeVisible()
  await chat.askWhole('本机的模型是谁')
  await expect(chat.last).toContainText('源头活水')
  await expect(chat.last).not.toContainText('内置引擎 · 非大模型')
  await server.kill()
  await ollama.kill()
  home.remove()
})
