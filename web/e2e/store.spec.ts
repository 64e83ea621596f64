// The agent store: an agent is found, asked, liked, shared as a page and a picture, and used for
// clocking in.
import { accessible } from './people'
import { Chat, expect, test } from './wenqu'

test('an agent is found, liked, asked and shared', async ({ page, browser, keyless }) => {
  await page.goto(keyless.url)
  await page.getByRole('link', { name: '发现' }).click()
  await expect(page.getByRole('heading', { name: '推荐' })).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '生活', exact: true }).click()
  await expect(page.getByRole('link', { name: /家常菜谱/ })).toBeVisible()
  await page.getByRole('button', { name: '全部', exact: true }).click()
  await page.getByRole('searchbox', { name: '搜索智能体' }).fill('bwxyz')
  await expect(page.getByText('没有找到「bwxyz」')).toBeVisible()
  await page.getByRole('searchbox', { name: '搜索智能体' }).fill('jsyhs')
  await page.getByRole('link', { name: /计算与换算/ }).click()

  // The agent's page describes the agent before the first question.
  await expect(page.getByRole('heading', { name: '计算与换算' })).toBeVisible()
  await expect(page.getByRole('note')).toHaveCount(0)
  await page.getByRole('button', { name: '赞', exact: true }).click()
  await expect(page.getByRole('button', { name: '1 赞' })).toHaveAttribute('aria-pressed', 'true')
  await accessible(page)
  await page.getByRole('button', { name: '开始对话' }).click()
  const chat = new Chat(page)
  await expect(page).toHaveURL(/\/chat\/calculator/)
  await chat.askWhole('300 打八五折是多少？')
  await expect(chat.last).toContainText('255')

  // Another person reads the page without scripts. The page states how many people used and liked the agent.
  const other = await browser.newContext({ javaScriptEnabled: false })
  const reader = await other.newPage()
  await reader.goto(`${keyless.url}/bot/app/share/calculator`)
  await expect(reader.getByRole('heading', { name: '计算与换算' })).toBeVisible()
  await expect(reader.getByText(/1 人用过 · 1 赞/)).toBeVisible()
  await expect(reader.getByRole('link', { name: '人民币大写 1234.56' })).toHaveAttribute(
    'href',
    /^\/chat\/calculator\?prompt=/,
  )
  await expect(reader.locator('meta[property="og:title"]')).toHaveAttribute('content', '计算与换算')
  expect((await reader.goto(`${keyless.url}/bot/app/share/nobody`))?.status()).toBe(404)
  await other.close()
})

test('an agent that needs a model says so, and becomes a picture', async ({ page, keyless }) => {
  await page.goto(`${keyless.url}/bot/app/agent?agentId=health-lookup`)
  await expect(page.getByRole('note')).toContainText('还没有接入模型')
  await expect(page.getByText('不能代替医生诊治')).toBeVisible()
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '分享图' }).click()
  await expect(page.getByRole('img', { name: /健康查询/ })).toBeVisible()
  await accessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存图片' }).click()
  expect((await saved).suggestedFilename()).toBe('健康查询.png')
  await page.goto(`${keyless.url}/bot/app/agent?agentId=nobody`)
  await expect(page.getByText('找不到这个智能体')).toBeVisible()
})

test('a day counts once', async ({ page, keyless }) => {
  await page.goto(`${keyless.url}/bot/app/clockIn/english-partner`)
  await page.getByRole('button', { name: '今日打卡' }).click()
  await expect(page.getByRole('button', { name: '今天已打卡' })).toBeDisabled()
  await expect(page.getByRole('cell').filter({ hasText: '已打卡' })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: '今天已打卡' })).toBeDisabled()
  await page.getByRole('button', { name: '上个月' }).click()
  await expect(page.getByRole('cell').filter({ hasText: '已打卡' })).toHaveCount(0)
  await page.getByRole('button', { name: '分享图' }).click()
  await expect(page.getByRole('img', { name: /1天连续打卡/ })).toBeVisible()
  await accessible(page)
})
