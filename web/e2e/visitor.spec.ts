// The data of visitors, and what happens to it at login and logout.
import { Person, Town } from './people'
import { expect, fresh, test } from './town'
import { Chat } from './wenqu'

test('what a visitor has comes along, and the question that needed a login is answered by itself', async ({
  page,
  guarded,
}) => {
  const me = new Person(page, guarded)
  const chat = new Chat(page)
  await chat.open(guarded.server)
  await chat.ask('1 公里等于多少米')
  await expect(me.dialog).toBeVisible()
  const phone = fresh()
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(me.dialog.getByRole('slider')).toBeVisible()
  await me.slide()
  const code = page.getByRole('textbox', { name: '验证码' })
  await expect(code).toBeFocused()
  await code.fill(await guarded.code(phone))
  await code.press('Enter')
  await me.isIn()
  await chat.whole()
  await expect(chat.answers).toHaveCount(1)
})

test('three conversations and a file on its way keep their ids through a login', async ({ page, town }) => {
  const me = new Person(page, town)
  const chat = new Chat(page)
  await chat.open(town.server)
  const ids: string[] = []
  for (const question of ['3 加 4 等于几', '20 乘 22', '100 华氏度是多少摄氏度']) {
    await page
      .getByRole('link', { name: '新对话' })
      .or(page.getByRole('button', { name: '新对话' }))
      .first()
      .click()
    await chat.askWhole(question)
    ids.push(new URL(page.url()).pathname)
  }
  expect(new Set(ids).size).toBe(3)

  // A file is being uploaded while the person logs in.
  let release = () => {}
  const held = new Promise<void>((go) => {
    release = go
  })
  await page.route('**/api/resource/upload/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: '添加文件' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: /^文件/ }).click()
  await (await choosing).setFiles({
    name: '源头.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('问渠那得清如许，为有源头活水来。'),
  })
  await expect(page.getByText('源头.txt').first()).toBeVisible()
  await me.logIn(fresh())
  release()
  await expect(page.getByText('源头.txt').first()).toBeVisible()
  await expect
    .poll(async () => (await me.call('/api/user/docs/list', {})).body)
    .toMatchObject({ docs: [{ fileName: '源头.txt' }] })

  await expect(page.getByText('3 加 4 等于几').first()).toBeVisible()
  for (const id of ids) {
    await me.go(id)
    await expect(chat.last).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(id)
  }
})

test('logging out takes drafts and names out of the browser', async ({ page, town }) => {
  const me = new Person(page, town)
  await me.go('/')
  await me.logIn(fresh())
  await me.composer.fill('这是一份草稿')
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('草稿')
  await me.go('/setting/account')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(`${town.server.url}/`)
  await expect(me.menu).toContainText('访客')
  await expect(me.composer).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('草稿')
  await page.reload()
  await expect(me.menu).toContainText('访客')
  await expect(me.composer).toHaveValue('')
})

test('where the operator wants it, a visitor who asks is offered a login, once, and answered all the same', async ({
  page,
}) => {
  const town = await Town.build({ WENQU_ANON_ASK_LOGIN: 'on' })
  try {
    const me = new Person(page, town)
    const chat = new Chat(page)
    await chat.open(town.server)
    await chat.ask('1 公里等于多少米')
    await expect(me.dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(me.dialog).toHaveCount(0)
    await chat.whole()
    await expect(chat.last).toContainText('1000')
    await chat.askWhole('2 公里等于多少米')
    await expect(me.dialog).toHaveCount(0)
  } finally {
    await town.end()
  }
})

test('a question that waits for a login at another site is asked when its asker is back', async ({
  page,
  guarded,
}) => {
  await guarded.as('asks-again')
  const me = new Person(page, guarded)
  const chat = new Chat(page)
  await chat.open(guarded.server)
  await chat.ask('3 公里等于多少米')
  await expect(me.dialog).toBeVisible()
  await me.dialog.getByRole('button', { name: '微信' }).click()
  await me.isIn()
  await chat.whole()
  await expect(chat.answers).toHaveCount(1)
  await expect(page.getByText('3 公里等于多少米').first()).toBeVisible()
  await expect(chat.composer).toHaveValue('')
})
