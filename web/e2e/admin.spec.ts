// The administration, from the first administrator's link to the audit log.
import { readFile } from 'node:fs/promises'
import { unzipped } from './files'
import { accessible, Person, Town } from './people'
import { provider } from './server'
import { Chat, expect, test } from './wenqu'

test.describe.configure({ mode: 'serial' })

let town: Town
test.beforeAll(async () => {
  town = await Town.build()
})
test.afterAll(() => town.end())

/** Logs a person in as the first administrator, by the printed link. */
async function administrator(me: Person) {
  await me.page.goto(town.adminLink())
  await me.page.getByRole('button', { name: '成为管理员' }).click()
  await expect(me.page).toHaveURL(`${town.server.url}/setting/model`)
}

test('the whole administration, by the one who opened the first link', async ({ page, browser }) => {
  test.setTimeout(360_000)
  const me = new Person(page, town)
  await page.goto(town.adminLink())
  await expect(page).toHaveURL(`${town.server.url}/open/login`) // the secret is not left in the address
  await expect(page.getByRole('button', { name: '成为管理员' })).toBeVisible()
  await accessible(page)
  await administrator(me)
  const visitor = await Person.arrive(browser, town)
  const second = await Person.arrive(browser, town)

  await test.step('the link is good once', async () => {
    await second.page.goto(town.adminLink())
    await second.page.getByRole('button', { name: '成为管理员' }).click()
    await expect(second.page.getByRole('status').last()).not.toBeEmpty()
    await expect(second.menu).toContainText('访客')
  })

  await test.step('nobody else sees the administration', async () => {
    await second.go('/admin')
    const main = second.page.getByRole('main')
    await main.getByRole('button', { name: '登录', exact: true }).click()
    await expect(second.dialog).toBeVisible()
    await second.page.keyboard.press('Escape')
    await second.go('/')
    await second.logIn('13900000001')
    await expect(second.menu).toBeVisible()
    for (const tab of ['', '/user', '/usage', '/system', '/audit']) {
      await second.go(`/admin${tab}`)
      await expect(second.page).toHaveURL(`${town.server.url}/`)
    }
    for (const path of ['user/list', 'provider/list', 'audit', 'system', 'settings/get', 'usage']) {
      const { status } = await second.call(`/api/admin/${path}`, { name: 'providers', offset: 0, limit: 50 })
      expect(status, path).toBe(403)
    }
  })

  const model = await provider()
  const chat = new Chat(visitor.page)
  await test.step('a provider is added, tried, used by a visitor within two seconds, and removed', async () => {
    await chat.open(town.server)
    await me.go('/')
    await me.menu.click()
    await page.getByRole('menuitem', { name: '管理', exact: true }).click()
    await page.getByRole('button', { name: '添加模型服务' }).click()
    const form = page.getByRole('dialog', { name: '添加模型服务' })
    await form.getByRole('textbox', { name: '名称', exact: true }).fill('剧本')
    await form.getByRole('textbox', { name: /^接口地址/ }).fill(`${model.url}/v1`)
    await form.getByLabel('密钥').fill('test-key')
    // Only a service marked as local may have an address of this machine. The form explains the refusal.
    await form.getByRole('button', { name: '测试' }).click()
    await expect(form.getByText(/本地服务|内网/).last()).toBeVisible()
    await form.getByRole('switch', { name: /本地服务/ }).click()
    await form.getByRole('button', { name: '测试' }).click()
    await expect(form.getByText(/可以用：[\d.]+ 秒答完/)).toBeVisible()
    await accessible(page)
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText(/\d+ 个模型/)).toBeVisible()
    // The change applies without a restart or an action of this visitor. The server checks for
    // changes every second.
    await expect
      .poll(async () => JSON.stringify((await visitor.call('/api/agent/model/list', {})).body), {
        intervals: [50],
      })
      .toContain('剧本')
    await chat.askWhole('月落乌啼')
    await accessible(page)

    // The saved key is not on the page; the key's field has a placeholder.
    await page.getByRole('button', { name: '修改「剧本」' }).click()
    await expect(page.getByRole('dialog').getByLabel('密钥')).toHaveValue('••••••••')
    expect(await page.content()).not.toContain('test-key')
    await page.keyboard.press('Escape')
  })

  await test.step('use is counted by day, model and person', async () => {
    await page.getByRole('link', { name: '用量' }).click()
    await expect(page.getByText('最多一天 1 个')).toBeVisible()
    await expect(page.getByRole('heading', { name: '按模型' })).toBeVisible()
    await accessible(page)
  })

  await test.step('limits and words count at once', async () => {
    await page.getByRole('link', { name: '限额' }).click()
    await page.getByRole('spinbutton', { name: '访客', exact: true }).fill('7')
    await accessible(page)
    await page.getByRole('button', { name: '保存' }).first().click() // the limits of personal keys have a save button of their own
    await expect(page.getByText('已保存，马上生效')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('spinbutton', { name: '访客', exact: true })).toHaveValue('7')

    await page.getByRole('link', { name: '内容规则' }).click()
    const rules = page.getByRole('textbox', { name: '内容规则' })
    const had = await rules.inputValue()
    await rules.fill(`${had}\nnonsense line`)
    await expect(page.getByText(/第 \d+ 行格式有误/)).toBeVisible()
    await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
    await rules.fill(`${had}\nblock 独钓寒江雪`)
    await accessible(page)
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已保存，马上生效').last()).toBeVisible()
    await expect(async () => {
      await visitor.go('/')
      await chat.ask('独钓寒江雪是谁写的')
      await expect(visitor.page.getByText(/换个话题|不能回答|无法/).first()).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 90_000 })
  })

  await test.step('everybody hears an announcement', async () => {
    await page.getByRole('link', { name: '公告' }).click()
    await page.getByRole('button', { name: '写公告' }).click()
    const form = page.getByRole('dialog', { name: '写公告' })
    for (const [language, title] of [
      ['简体中文', '今晚维护'],
      ['繁體中文', '今晚維護'],
      ['English', 'Maintenance tonight'],
    ] as const) {
      await form.getByRole('textbox', { name: `标题（${language}）` }).fill(title)
      await form.getByRole('textbox', { name: `正文（${language}）` }).fill(`${title} 23:00`)
    }
    await accessible(page)
    await form.getByRole('button', { name: '发布' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('今晚维护').first()).toBeVisible()
    await accessible(page)

    await visitor.go('/')
    await expect(visitor.page.getByRole('img', { name: '1 条新消息' })).toBeVisible()
    await visitor.menu.click()
    await visitor.page.getByRole('menuitem', { name: /消息/ }).click()
    await expect(visitor.page.getByRole('heading', { name: '今晚维护' })).toBeVisible()
    await accessible(visitor.page)
    await expect(visitor.page.getByRole('img', { name: /条新消息/ })).toHaveCount(0)
    await visitor.page.reload()
    await expect(visitor.page.getByRole('heading', { name: '今晚维护' })).toBeVisible()
    await expect(visitor.page.getByRole('img', { name: '新消息' })).toHaveCount(0)

    await page.getByRole('button', { name: '撤下「今晚维护」' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤下' }).click()
    await expect(page.getByText('还没有公告')).toBeVisible()
    await visitor.page.reload()
    await expect(visitor.page.getByText('还没有消息')).toBeVisible()
  })

  await test.step('a user is kept from asking, disabled, and let in again', async () => {
    await page.getByRole('link', { name: '用户', exact: true }).click()
    await expect(page.getByText('共 2 个账号')).toBeVisible()
    await page.getByRole('textbox', { name: '搜名字' }).fill('13900000001')
    await expect(page.getByText('共 1 个账号')).toBeVisible()
    await accessible(page)
    const menu = page.getByRole('button', { name: /的操作$/ })
    await menu.click()
    await page.getByRole('menuitem', { name: '暂停提问' }).click()
    const ban = page.getByRole('dialog')
    await ban.getByRole('textbox', { name: '原因' }).fill('刷屏')
    await accessible(page)
    await ban.getByRole('button', { name: '暂停提问' }).click()
    await expect(page.getByText(/暂停提问到/)).toBeVisible()
    await second.go('/')
    const theirs = new Chat(second.page)
    await theirs.ask('你好')
    await expect(second.page.getByText(/刷屏/).first()).toBeVisible()

    await menu.click()
    await page.getByRole('menuitem', { name: '修改暂停提问' }).click()
    await ban.getByRole('button', { name: '马上恢复' }).click()
    await expect(page.getByText(/暂停提问到/)).toHaveCount(0)
    await menu.click()
    await page.getByRole('menuitem', { name: '停用账号' }).click()
    await ban.getByRole('button', { name: '停用账号' }).click()
    await expect(page.getByText('已停用')).toBeVisible()
    await second.page.reload()
    await expect(second.menu).toContainText('访客')
    await menu.click()
    await page.getByRole('menuitem', { name: '恢复账号' }).click()
    await ban.getByRole('button', { name: '恢复账号' }).click()
    await expect(page.getByText('已停用')).toHaveCount(0)
  })

  await test.step('backup and diagnostics, without secrets', async () => {
    await page.getByRole('link', { name: '系统', exact: true }).click()
    await page.getByRole('button', { name: '立即备份' }).click()
    await expect(page.getByText(/已备份为/)).toBeVisible()
    await accessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载诊断信息' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('wenqu-diagnostics.zip')
    const inside = unzipped(await readFile(await file.path()))
    expect([...inside.keys()].length).toBeGreaterThan(1)
    for (const [name, text] of inside) {
      for (const secret of ['test-key', 'sms-key', 'secret-1', '13900000001', '月落乌啼']) {
        expect(text.includes(secret), `${secret} in ${name}`).toBe(false)
      }
    }
  })

  await test.step('the other rooms', async () => {
    for (const room of ['反馈', '页面内容', '登录方式']) {
      await page.getByRole('link', { name: room, exact: true }).click()
      await expect(
        page.getByRole('main').getByRole('paragraph').or(page.getByRole('radiogroup')).first(),
      ).toBeVisible()
      await accessible(page)
    }
  })

  await test.step('the provider goes again', async () => {
    await page.getByRole('link', { name: '模型服务' }).click()
    await page.getByRole('button', { name: '删除「剧本」' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('剧本')).toHaveCount(0)
    await expect
      .poll(async () => JSON.stringify((await visitor.call('/api/agent/model/list', {})).body), {
        intervals: [50],
      })
      .not.toContain('剧本')
  })

  await test.step('everything that was done is on record', async () => {
    await page.getByRole('link', { name: '操作记录' }).click()
    const record = page.getByRole('list', { name: '操作记录' })
    for (const act of [
      '保存设置',
      '测试模型服务',
      '发布公告',
      '撤下公告',
      '修改账号',
      '备份',
      '下载诊断信息',
    ]) {
      await expect(record.getByText(act, { exact: true }).first()).toBeVisible()
    }
    await expect(record).not.toContainText('test-key')
    await accessible(page)
    await page.getByRole('combobox', { name: '操作类型' }).selectOption('备份')
    await expect(record.getByText('备份', { exact: true })).toHaveCount(1)
    await expect(record.getByText('保存设置')).toHaveCount(0)
  })
  await model.kill()
  await visitor.page.context().close()
  await second.page.context().close()
})
