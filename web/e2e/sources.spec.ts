// The administration of web search. A source is added, tried, ordered and limited. A site and a feed are crawled, and
// answers cite them without any search service.
import { accessible, Person, Town } from './people'
import { SmallWeb } from './web'
import { Chat, expect, test } from './wenqu'

let web: SmallWeb
let town: Town

test.beforeAll(async () => {
  web = await SmallWeb.open()
  town = await Town.build({ WENQU_FETCH_ALLOW: '127.0.0.0/8' })
})
test.afterAll(async () => {
  await town?.end()
  web?.close()
})

test('an own site and a feed are cited, and sources are tried, ordered and limited', async ({ page }) => {
  const me = new Person(page, town)
  await page.goto(town.adminLink())
  await page.getByRole('button', { name: '成为管理员' }).click()
  await expect(page).toHaveURL(/setting\/model/)

  await test.step('a site and a feed', async () => {
    await me.go('/admin/site')
    for (const [kind, path, title] of [
      ['网站', '/library', '临江市图书馆服务指南'],
      ['订阅源', '/feed', '临江日报'],
    ] as const) {
      await page.getByRole('button', { name: '添加', exact: true }).click()
      const form = page.getByRole('dialog', { name: '添加' })
      await form.getByText(kind, { exact: true }).click()
      await form.getByRole('textbox', { name: /^网址/ }).fill(web.site + path)
      await form.getByRole('textbox', { name: '名称' }).fill(`临江${kind}`)
      await form.getByRole('switch', { name: /在内网/ }).click()
      await form.getByRole('button', { name: '测试' }).click()
      await expect(form.getByText(`可以抓取：${title}`)).toBeVisible()
      if (kind === '网站') await accessible(page)
      await form.getByRole('button', { name: '保存' }).click()
      await expect(form).toHaveCount(0)
    }
    const list = page.getByRole('list', { name: '站点' })
    await expect(list.getByText(/1 个网页 · .*抓取/)).toBeVisible()
    await expect(list.getByText(/3 个网页 · .*抓取/)).toBeVisible()
  })

  await test.step('the answer cites the kept page', async () => {
    const chat = new Chat(page)
    await chat.open(town.server, '/?searchType=manual')
    await chat.askWhole('临江市图书馆周一开门吗')
    await expect(chat.last).toContainText('周一闭馆')
    await expect(chat.last.locator('.cite').first()).toBeVisible()
    expect(web.asked).toEqual([])
  })

  await test.step('a source', async () => {
    await me.go('/admin/source')
    await page.getByRole('button', { name: '添加搜索来源' }).click()
    const form = page.getByRole('dialog', { name: '添加搜索来源' })
    await form.getByRole('button', { name: /SearXNG/ }).press('Enter')
    await expect(form.getByRole('button', { name: /SearXNG/, pressed: true })).toBeVisible()
    await form.getByLabel(/^接口地址/).fill(web.env.SEARCH_URL.replace('searxng+', ''))
    await form.getByRole('textbox', { name: '试搜的词' }).fill('临江市图书馆')
    await form.getByRole('button', { name: '测试' }).click()
    await expect(form.getByText(/可以用：[\d.]+ 秒，3 条结果/)).toBeVisible()
    await form.getByRole('spinbutton', { name: /每天搜索次数上限/ }).fill('1')
    await accessible(page)
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form).toHaveCount(0)
    const rows = page.getByRole('switch', { name: /^启用/ })
    await expect(rows.last()).toHaveAccessibleName('启用 SearXNG')
    await page.getByRole('button', { name: '上移' }).last().click()
    await expect(rows.first()).toHaveAccessibleName('启用 SearXNG')
    await page.getByRole('combobox', { name: 'AI 搜索的回答配图' }).selectOption('never')
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'AI 搜索的回答配图' })).toHaveValue('never')
    await expect(rows.first()).toHaveAccessibleName('启用 SearXNG')
  })

  await test.step('its daily limit ends it, and the answer goes on', async () => {
    const chat = new Chat(page)
    for (const question of ['临江地铁末班车几点', '临江市图书馆自习室有几个座位']) {
      await chat.open(town.server, '/?searchType=manual')
      await chat.askWhole(question)
    }
    await me.go('/admin/source')
    await expect(page.getByText('今天 1 / 1 次')).toBeVisible()
    await expect(page.getByText('今天已用完')).toBeVisible()
    expect(new Set(web.asked)).toEqual(new Set(['临江市图书馆', '临江地铁末班车几点']))
  })
})
