// After a fault of a provider, the page says what happened, also after a reload. The offered next step works.
import { Home, provider } from './server'
import { Chat, expect, modelAt, test } from './wenqu'

const faults: { mark: string; says: RegExp; keeps?: string; step: string; mended: string }[] = [
  { mark: '[断流]', says: /没有完成|中断/, keeps: '第05句。', step: '继续生成', mended: '第60句。' },
  { mark: '[块中断]', says: /没有完成|中断/, keeps: '第05句。', step: '继续生成', mended: '第60句。' },
  { mark: '[429]', says: /访问量过大/, step: '重试', mended: '这一次答完了。' },
  { mark: '[500]', says: /模型服务/, step: '重试', mended: '这一次答完了。' },
  { mark: '[空答]', says: /还没有学会|重新生成|重试/, step: '重试', mended: '这一次答完了。' },
  { mark: '[网页]', says: /模型服务/, step: '重试', mended: '这一次答完了。' },
  { mark: '[密钥]', says: /密钥/, step: '重试', mended: '这一次答完了。' },
  { mark: '[截断]', says: /长度上限/, keeps: '后面还有', step: '继续生成', mended: '这一次答完了。' },
]

for (const fault of faults) {
  test(`${fault.mark} is told, kept and can be mended`, async ({ page, connected }) => {
    const chat = new Chat(page)
    await chat.open(connected)
    await chat.ask(`${fault.mark} ${fault.says.source}`)
    const step = chat.last.getByRole('button', { name: fault.step, exact: true })
    await expect(step).toBeVisible()
    await expect(chat.last).toContainText(fault.says)
    if (fault.keeps) await expect(chat.last).toContainText(fault.keeps)
    await page.reload()
    await expect(step).toBeVisible()
    await expect(chat.last).toContainText(fault.says)
    if (fault.keeps) await expect(chat.last).toContainText(fault.keeps)
    await step.click()
    await expect(chat.last).toContainText(fault.mended)
    await expect(step).toHaveCount(0)
  })
}

test('a filtered answer is taken back everywhere', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.ask('[过滤] 一段')
  await expect(chat.last).toContainText('无法显示')
  await expect(page.getByText('不应该留在页面上')).toHaveCount(0)
  await page.reload()
  await expect(chat.last).toContainText('无法显示')
  await expect(page.getByText('不应该留在页面上')).toHaveCount(0)
})

test('a silent provider can be stopped, and the question asked again', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.ask('[不答] 你好')
  await expect(chat.stop).toBeVisible()
  await chat.stop.click()
  await expect(chat.last).toContainText('已暂停生成')
  await chat.last.getByRole('button', { name: '重新生成' }).click()
  await expect(chat.last).toContainText('这一次答完了。')
})

test('what was typed survives a server that is gone', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await page.route('**/api/chat/**', (route) => route.abort())
  await chat.ask('这一句不能丢')
  await expect(page.getByRole('paragraph').filter({ hasText: /^这一句不能丢$/ })).toBeVisible()
  await page.unroute('**/api/chat/**')
  // The page retries by itself, with the request id of the first attempt. A person may retry, too.
  const retry = page.getByRole('button', { name: '重试' })
  const copy = chat.last.getByRole('button', { name: '复制' })
  await expect(retry.or(copy).first()).toBeVisible()
  if (await retry.isVisible()) await retry.click()
  await chat.whole()
  await expect(page.getByRole('paragraph').filter({ hasText: /^这一句不能丢$/ })).toHaveCount(1)
})

test('after a refused question the view shows the end of the last answer', async ({ page, connected }) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[长文]')
  await page.route('**/api/chat/**', (route) =>
    route.fulfill({ status: 429, json: { code: 10005, msg: '请求过于频繁' } }),
  )
  await chat.ask('现在不回答的问题')
  await expect(chat.composer).toHaveValue('现在不回答的问题')
  await expect(chat.answers).toHaveCount(1)
  const view = page.getByRole('region', { name: '对话内容' })
  /** The distance from the end of the last turn to the bottom edge of the view, in px. */
  const below = () =>
    view.evaluate((v) => {
      const last = [...v.querySelectorAll('[data-message-id]')].at(-1)
      return v.getBoundingClientRect().bottom - (last?.getBoundingClientRect().bottom ?? 0)
    })
  await expect.poll(below).toBeLessThan(60)
})

for (const [mark, keeps] of [
  ['[不答]', ''],
  ['[停住]', '第05句。'],
] as const) {
  test(`${mark} for too long ends as a time-out`, async ({ page }) => {
    const model = await provider()
    const home = new Home()
    const server = await home.serve({ ...modelAt(model), WENQU_FIRST_WAIT: '1s', WENQU_NEXT_WAIT: '2s' })
    const chat = new Chat(page)
    await chat.open(server)
    await chat.ask(`${mark} 等`)
    await expect(chat.last).toContainText('请求超时')
    await expect(chat.last).toContainText(keeps)
    await page.reload()
    await expect(chat.last).toContainText('请求超时')
    await chat.last.getByRole('button', { name: '重试' }).click()
    await expect(chat.last).toContainText('这一次答完了。')
    await server.kill()
    await model.kill()
    home.remove()
  })
}
