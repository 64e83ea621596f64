// An agent from its creation to its end: created with knowledge and two tools, tried, reviewed,
// found, asked, shared, used for clocking in, reported and unpublished.

import { Work } from './gates'
import { accessible, Person, Town } from './people'
import { type Program, provider } from './server'
import { fresh } from './town'
import { expect, modelAt, test } from './wenqu'

let model: Program
let town: Town
test.beforeEach(async () => {
  model = await provider()
  town = await Town.build(modelAt(model))
})
test.afterEach(async () => {
  await town?.end()
  await model?.kill()
})

/** A question that makes the scripted model call a tool. */
const calling = (tool: string, input: object, words: string) =>
  `[[tool ${tool} ${JSON.stringify(input)}]]${words}`

test('an agent with knowledge and two tools, from its making to its third person', async ({
  page,
  browser,
}) => {
  // The administrator adds an MCP server in the local network. The server uses the official SDK.
  const boss = new Person(page, town)
  await boss.go('/')
  await boss.logIn(fresh())
  await page.goto(town.adminLink())
  await page.getByRole('button', { name: '成为管理员' }).click()
  await expect(page).toHaveURL(/\/setting\/model/)
  await boss.go('/admin/connector')
  await page.getByRole('button', { name: '添加连接器' }).click()
  const form = page.getByRole('dialog', { name: '添加连接器' })
  await form.getByRole('textbox', { name: /^地址/ }).fill(`${model.url}/mcp`)
  await form.getByRole('textbox', { name: /^名称/ }).fill('shop')
  await form.getByRole('switch').click()
  await form.getByRole('button', { name: '保存并连接' }).click()
  await expect(page.getByRole('list', { name: '连接器列表' })).toContainText('已连接 · 1 / 1 个工具可用')

  // The author uploads the knowledge in the editor and selects the tools.
  const ann = await Person.arrive(browser, town)
  await ann.go('/app')
  await ann.logIn(fresh())
  const edit = ann.page
  await edit.getByRole('button', { name: '新建', exact: true }).first().click()
  await expect(edit).toHaveURL(/\/app\/edit\/\w+$/)
  const id = edit.url().split('/').at(-1)!
  await edit.getByRole('textbox', { name: '名称' }).fill('退货客服')
  await edit.getByRole('textbox', { name: '简介' }).fill('按退货须知和订单回答能不能退')
  await edit.getByRole('button', { name: '工作' }).click()
  await edit.getByRole('textbox', { name: '设定' }).fill('你按退货须知回答，先查订单。')
  await edit.getByRole('textbox', { name: '开场白' }).fill('报一下订单号，我来看能不能退。')
  const chooser = edit.waitForEvent('filechooser')
  await edit.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles({
    name: '退货须知.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('退货须知\n\n签收后七日内可以退货，运费由买家承担。\n\n定制商品不能退货。'),
  })
  await expect(edit.getByRole('button', { name: '移除「退货须知.txt」' })).toBeVisible()
  await edit.getByRole('switch', { name: '计算器' }).click()
  await edit.getByRole('switch', { name: '查订单' }).click()
  await expect(edit.getByText('已保存')).toBeVisible()

  // In the trial beside the form, the model cites the file that it received and calls the
  // calculator.
  const trial = edit.getByRole('region', { name: '试用' })
  const tried = trial.getByRole('article').last()
  const box = trial.getByRole('textbox')
  await box.fill('[照说]签收后七日内可以退货，运费由买家承担[citation:1]。')
  await box.press('Enter')
  await expect(tried.locator('.cite').first()).toBeVisible()
  await expect(tried).toContainText('1 个文件的 1 处')
  await box.fill(calling('calculator', { expression: '199-12' }, '退多少？'))
  await box.press('Enter')
  await expect(tried).toContainText('187')

  await edit.getByRole('button', { name: '发布', exact: true }).click()
  await edit.getByRole('radio', { name: /^所有人/ }).check()
  await edit.getByRole('button', { name: '提交审核' }).click()
  await expect(edit.getByText('等待审核').first()).toBeVisible()

  // Other people cannot open the agent before the administrator has approved it.
  const bob = await Person.arrive(browser, town)
  expect((await bob.page.goto(`${town.server.url}/chat/${id}`))?.status()).toBe(404)
  await boss.go('/admin/agent')
  await expect(page.getByText('你按退货须知回答，先查订单。')).toBeVisible()
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await expect(page.getByText('没有等待审核的智能体。')).toBeVisible()

  await bob.go('/discovery')
  await bob.logIn(fresh())
  await bob.page.getByRole('searchbox', { name: '搜索智能体' }).fill('thkf')
  await bob.page.getByRole('link', { name: /退货客服/ }).click()
  await expect(bob.page.getByRole('heading', { name: '退货客服' })).toBeVisible()
  await bob.page.getByRole('button', { name: '开始对话' }).click()
  await expect(bob.page.getByText('报一下订单号，我来看能不能退。')).toBeVisible()
  const chat = new Work(bob.page)
  await chat.ask(calling('mcp_shop_order', { number: 'A12' }, '订单 A12 还能退吗？'))
  await expect(chat.card).toBeVisible()
  await expect(chat.rows.filter({ hasText: 'shop：查订单' })).toContainText('等你同意')
  await expect(chat.last).toContainText('别人写的智能体，要用管理员提供的连接器')
  await chat.allow.click()
  await chat.whole()
  await expect(chat.last).toContainText('11 月 20 日签收，199 元')

  // The page of a shared agent can be read without a login and without scripts.
  await bob.go(`/bot/app/agent?agentId=${id}`)
  await bob.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await bob.page.getByRole('button', { name: '复制分享链接' }).click()
  await expect(bob.page.getByText('已复制')).toBeVisible()
  const link = await bob.page.evaluate(() => navigator.clipboard.readText())
  const reader = await browser.newContext({ javaScriptEnabled: false })
  const shared = await reader.newPage()
  await shared.goto(link)
  await expect(shared.getByRole('heading', { name: '退货客服' })).toBeVisible()
  await expect(shared.getByText('1 人用过')).toBeVisible()
  await reader.close()

  await bob.page.getByRole('button', { name: '打卡', exact: true }).click()
  await bob.page.getByRole('button', { name: '今日打卡' }).click()
  await expect(bob.page.getByRole('button', { name: '今天已打卡' })).toBeDisabled()

  // A report about the agent reaches an administrator, who unpublishes the agent.
  await bob.go(`/bot/app/agent?agentId=${id}`)
  await bob.page.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(bob.page.getByRole('button', { name: '取消收藏' })).toBeVisible()
  await bob.page.getByRole('button', { name: '更多操作', exact: true }).click()
  await bob.page.getByRole('menuitem', { name: '举报' }).click()
  const report = bob.page.getByRole('dialog', { name: '举报「退货客服」' })
  await report.getByRole('combobox').selectOption('有害或误导')
  await report.getByRole('textbox').fill('须知过期了')
  await accessible(bob.page)
  await report.getByRole('button', { name: '提交' }).click()
  await expect(bob.page.getByText('已提交，管理员会尽快查看')).toBeVisible()
  await page.getByText('推荐位', { exact: true }).click()
  await page.getByRole('button', { name: '推荐「退货客服」' }).click()
  await expect(page.getByRole('list', { name: '推荐位' })).toContainText('退货客服')
  await accessible(page)
  await page.getByText('被举报', { exact: true }).click()
  await expect(page.getByText('须知过期了')).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '下架' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('请更新须知')
  await page.getByRole('dialog').getByRole('button', { name: '下架' }).click()
  await expect(page.getByText('须知过期了')).toHaveCount(0)
  expect((await bob.page.reload())?.status()).toBe(404)
  await ann.page.context().close()
  await bob.page.context().close()
})
