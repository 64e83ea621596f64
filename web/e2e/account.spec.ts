// Accounts: login methods, identities and devices, against local servers that implement the
// protocols of the real services.
import { accessible, Person, Town } from './people'
import { expect, fresh, test } from './town'
import { Chat } from './wenqu'

test('a puzzle comes before the code: wrong, too old, right', async ({ page, guarded }) => {
  const me = new Person(page, guarded)
  const phone = fresh()
  await me.go('/')
  await me.wantLogin()
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const slider = me.dialog.getByRole('slider')
  const picture = me.dialog.locator('img').first()
  await expect(slider).toBeVisible()
  await accessible(page)

  // The puzzle piece is dragged to a wrong place by mouse. The page then has a new captcha.
  const first = await picture.getAttribute('src')
  const gap = await me.gap()
  const track = (await slider.boundingBox())!
  await page.mouse.move(track.x + 10, track.y + track.height / 2)
  await page.mouse.down()
  await page.mouse.move(
    track.x + (gap > 150 ? track.width / 4 : track.width - 10),
    track.y + track.height / 2,
    {
      steps: 5,
    },
  )
  await page.mouse.up()
  await expect(me.notes.first()).toContainText('没有通过')
  await expect(picture).not.toHaveAttribute('src', first!)

  // A right solution is refused if the captcha has already been used.
  const second = await picture.getAttribute('src')
  await page.route('**/api/login/verify', async (route) => {
    await route.fetch({ postData: { ...route.request().postDataJSON(), points: [{ x: 0, y: 0 }] } })
    await route.continue()
  })
  await me.slide()
  await expect(picture).not.toHaveAttribute('src', second!)
  await page.unroute('**/api/login/verify')

  // The puzzle piece is moved to the right place by keyboard.
  await expect(picture).toBeVisible()
  await me.slide()
  await expect(slider).toHaveCount(0)
  await expect(me.notes.first()).toContainText(`138****${phone.slice(-4)}`)
  const code = page.getByRole('textbox', { name: '验证码' })
  await expect(code).toBeFocused()
  await code.fill(await guarded.code(phone))
  await code.press('Enter')
  await me.isIn()
})

test('the other puzzle: signs in an order', async ({ page, guarded }) => {
  const me = new Person(page, guarded)
  await me.go('/')
  await me.wantLogin()
  await page.getByRole('textbox', { name: '手机号' }).fill(fresh())
  await page.getByRole('button', { name: '获取验证码' }).click()
  await me.dialog.getByRole('button', { name: '换一种' }).click()
  const board = me.dialog.getByRole('button', { name: '按上面的顺序' })
  await expect(board).toBeVisible()
  await accessible(page)
  const picture = await board.locator('img').getAttribute('src')
  for (const x of [3, 6, 9]) await board.click({ position: { x, y: 3 } })
  await expect(board.locator('img')).not.toHaveAttribute('src', picture!)
})

test('a code that is wrong five times is over, and the next one has to wait', async ({ page, town }) => {
  await page.clock.install()
  const me = new Person(page, town)
  const phone = fresh()
  await me.go('/')
  await me.wantLogin()
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('button', { name: /\d+ 秒后重发/ })).toBeDisabled()
  const right = await town.code(phone)
  const wrong = right === '000000' ? '111111' : '000000'
  const box = page.getByRole('textbox', { name: '验证码' })
  const enter = page.getByRole('button', { name: '登录 / 注册' })
  for (let i = 0; i < 5; i++) {
    await box.fill(wrong)
    const answered = page.waitForResponse((r) => r.url().endsWith('/joint/login'))
    await enter.click()
    expect((await answered).status()).toBe(400)
    await expect(me.notes.first()).toContainText('验证码')
    await expect(box).toHaveValue(wrong)
  }
  // After five wrong codes even the right code is refused, and the page explains what to do.
  await box.fill(right)
  await enter.click()
  await expect(me.notes.first()).toContainText('重新获取')
  await expect(me.dialog).toBeVisible()
  // After a minute the page offers the next code.
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('button', { name: '重新获取' })).toBeEnabled()
})

test('a code to a number that is none, and one asked for too soon, say what to do', async ({
  page,
  town,
  browser,
}) => {
  const me = new Person(page, town)
  await me.go('/')
  await me.wantLogin()
  await page.getByRole('textbox', { name: '手机号' }).fill('123456789')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(me.notes.first()).toContainText('手机号')
  const phone = fresh()
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('button', { name: /\d+ 秒后重发/ })).toBeDisabled()
  // Another browser that requests a code for the same number has to wait as well.
  const other = await Person.arrive(browser, town)
  await other.go('/')
  await other.wantLogin()
  await other.page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await other.page.getByRole('button', { name: '获取验证码' }).click()
  await expect(other.page.getByRole('button', { name: /\d+ 秒后重发/ })).toBeDisabled()
  await other.page.context().close()
})

for (const [app, button, name] of [
  ['wx', '微信', '微信 '],
  ['qq', 'QQ', 'QQ '],
  ['oneid', '统一身份', ''],
] as const) {
  test(`logs in with ${app} and comes back to the page it left`, async ({ page, town }) => {
    await town.as(`first-${app}`)
    const me = new Person(page, town)
    await me.go('/history')
    await me.wantLogin()
    await me.dialog.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(`${town.server.url}/history`)
    await me.isIn()
    await expect(me.menu).toContainText(`${name}first-${app}`)
    // Going back does not lead to an address with the code.
    await page.goBack()
    await expect(page).not.toHaveURL(/code=/)
  })
}

test('an address of /oauth that nobody left for logs nobody in', async ({ page, town }) => {
  const me = new Person(page, town)
  await me.go('/oauth?code=stolen&state=stolen')
  await expect(page.getByText('这次登录已失效')).toBeVisible()
  await accessible(page)
  await expect(page).toHaveURL(`${town.server.url}/oauth`)
  await me.go('/oauth?error=access_denied&state=none')
  await expect(page.getByText('对方没有同意')).toBeVisible()
})

test('binds ways to log in and takes them away, proving who it is', async ({ page, town }) => {
  const phone = fresh()
  const me = new Person(page, town)
  await me.go('/')
  await me.logIn(phone)
  await me.menu.click()
  await page.getByRole('menuitem', { name: '账号' }).click()
  await expect(page.getByRole('heading', { name: '登录方式' })).toBeVisible()
  await accessible(page)

  const row = (way: string) =>
    page
      .locator('section div')
      .filter({ hasText: new RegExp(`^${way}`) })
      .last()
  // The last login method cannot be removed.
  await page.getByRole('button', { name: '解绑' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解绑' }).click()
  await expect(page.getByText(/最后一种|唯一/)).toBeVisible()

  await town.as('bound')
  await page.getByRole('button', { name: '绑定', exact: true }).first().click()
  await expect(page).toHaveURL(`${town.server.url}/setting/account`)
  await expect(page.getByText('微信 bound')).toBeVisible()
  void row

  // The test refuses the first call, as the server does if the login is too old to prove the identity.
  await page.route(
    '**/api/account/unbind',
    (route) =>
      route.fulfill({
        status: 428,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: '6009', message: '请先验证身份。' } }),
      }),
    { times: 1 },
  )
  await page.getByRole('button', { name: '解绑' }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: '解绑' }).click()
  const proof = page.getByRole('dialog', { name: '确认是你本人' })
  await expect(proof).toContainText(`138****${phone.slice(-4)}`)
  await accessible(page)
  await me.byCode(null, phone)
  await expect(proof).toHaveCount(0)
  await expect(page.getByText('微信 bound')).toHaveCount(0)
})

test('a device that is logged in lets another one in', async ({ page, town, browser }) => {
  const phone = await Person.arrive(browser, town, { viewport: { width: 390, height: 844 } })
  await phone.go('/open/login')
  await phone.byCode(fresh())
  await expect(phone.composer).toBeVisible()

  const me = new Person(page, town)
  await me.go('/')
  await me.wantLogin()
  const ticket = async () => {
    const made = page.waitForResponse((r) => r.url().endsWith('/scan/create'))
    return async () => ((await (await made).json()) as { data: { url: string } }).data.url
  }
  let shown = await ticket()
  await me.dialog
    .getByRole('radio', { name: '扫码' })
    .or(me.dialog.getByText('扫码', { exact: true }))
    .first()
    .click()
  await expect(me.dialog.getByRole('img', { name: '登录二维码' })).toBeVisible()
  await accessible(page)

  // The person first refuses the login, then allows it.
  await phone.page.goto(await shown())
  await expect(phone.page.getByText(/登录你的账号/)).toBeVisible()
  await accessible(phone.page)
  await expect(me.notes.first()).toContainText('已扫码')
  await phone.page.getByRole('button', { name: '取消' }).click()
  await expect(phone.page.getByText('已取消')).toBeVisible()
  await expect(me.notes.first()).toContainText('已在手机上取消')
  shown = await ticket()
  await me.dialog.getByRole('button', { name: '刷新二维码' }).click()
  await phone.page.goto(await shown())
  await phone.page.getByRole('button', { name: '允许登录' }).click()
  await expect(phone.page.getByText('那台设备已登录')).toBeVisible()
  await me.isIn()
  await phone.page.context().close()
})

test('all other devices are logged out, and each says so once', async ({ page, town, browser }) => {
  const phone = fresh()
  const other = await Person.arrive(browser, town)
  await other.go('/')
  await other.logIn(phone)
  const chat = new Chat(other.page)
  await chat.askWhole('3 加 4 等于几')
  await other.go('/setting/account')
  await expect(other.page.getByRole('heading', { name: '登录方式' })).toBeVisible()

  // The phone number cannot receive another text message yet. So this login uses a QR code and is
  // allowed on the other device.
  const me = new Person(page, town)
  await me.go('/')
  await me.wantLogin()
  const made = page.waitForResponse((r) => r.url().endsWith('/scan/create'))
  await me.dialog.getByText('扫码', { exact: true }).click()
  const { data } = (await (await made).json()) as { data: { ticket: string } }
  await other.call('/api/joint/scan/scan', { ticket: data.ticket })
  await other.call('/api/joint/scan/confirm', { ticket: data.ticket, allow: true })
  await me.isIn()

  await me.go('/multi-device-manage')
  await expect(page.getByText('当前设备', { exact: true })).toBeVisible()
  await expect(page.getByText('Chrome · ')).toHaveCount(2)
  await accessible(page)
  await page.getByRole('button', { name: '退出其他所有设备' }).click()
  await expect(page.getByText('Chrome · ')).toHaveCount(1)

  // The next action on the other page needs a login, and the page asks for it once.
  await other.page.getByRole('textbox', { name: '名字' }).fill('别的名字')
  await other.page.getByRole('button', { name: '保存' }).click()
  await expect(other.dialog).toHaveCount(1)
  await other.page.keyboard.press('Escape')
  await expect(other.dialog).toHaveCount(0)
  await expect(other.menu).toContainText('访客')
  await other.page.context().close()
})

test('an account is given up, and taken up again with all it had', async ({ page, town }) => {
  await town.as('leaver')
  const me = new Person(page, town)
  const chat = new Chat(page)
  const byQQ = async () => {
    await me.wantLogin()
    await me.dialog.getByRole('button', { name: 'QQ' }).click()
  }
  await me.go('/')
  await byQQ()
  await me.isIn()
  await chat.askWhole('3 加 4 等于几')
  const kept = new URL(page.url()).pathname
  await me.go('/setting/account')
  await page.getByRole('button', { name: '注销账号' }).click()
  const sure = page.getByRole('dialog', { name: '注销账号？' })
  await expect(sure).toContainText('15 天后')
  await accessible(page)
  await sure.getByRole('button', { name: '注销账号' }).click()
  await expect(page).toHaveURL(`${town.server.url}/`)
  await expect(me.menu).toContainText('访客')
  await expect(page.getByText('3 加 4 等于几')).toHaveCount(0)

  await byQQ()
  await expect(page.getByText('在此之前可以恢复')).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '恢复账号' }).click()
  await me.isIn()
  await me.go(kept)
  await expect(chat.last).toContainText('7')
})

test('a login window tells the page that opened it, and closes', async ({ page, town }) => {
  await page.goto(`${town.server.url}/setting`)
  const opening = page.waitForEvent('popup')
  const heard = page.evaluate(
    () =>
      new Promise((hear) => {
        addEventListener('message', (e) => hear([e.origin === location.origin, e.data]))
        open('/third-party/login', 'wenqu-login', 'popup,width=480,height=680')
      }),
  )
  const popup = await opening
  const phone = fresh()
  await popup.getByRole('textbox', { name: '手机号' }).fill(phone)
  await popup.getByRole('button', { name: '获取验证码' }).click()
  const code = await town.code(phone)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('textbox', { name: '验证码' }).fill(code)
  await popup.getByRole('textbox', { name: '验证码' }).press('Enter')
  await closed
  expect(await heard).toEqual([true, { type: 'wenqu-login', ok: true }])
})

test('a login on one host is handed to another', async ({ page }) => {
  const town = await Town.build((port) => ({ WENQU_LOGIN_HOSTS: `localhost:${port},127.0.0.1:${port}` }))
  try {
    const here = new Person(page, town)
    await here.go('/')
    await here.logIn(fresh())
    const name = await here.menu.textContent()
    // On the other host, the same browser is not logged in.
    const other = town.server.url.replace('127.0.0.1', 'localhost')
    await page.goto(`${other}/history`)
    await expect(here.menu).toContainText('访客')
    await here.wantLogin()
    await here.dialog.getByRole('button', { name: '其他站点' }).click()
    const host = page.getByRole('button', { name: town.server.url.replace('http://', '') })
    await expect(host).toBeVisible()
    await accessible(page)
    await host.click()
    await expect(page.getByText(/用当前账号登录.*localhost/)).toBeVisible()
    const [code] = await Promise.all([
      page.waitForRequest((r) => r.url().includes('code=')),
      page.getByRole('button', { name: '登录', exact: true }).click(),
    ])
    await expect(page).toHaveURL(`${other}/history`)
    await expect(here.menu).toHaveText(name!)
    // The address with the code works only once.
    await page.context().clearCookies()
    await page.goto(code.url())
    await expect(page.getByRole('button', { name: '返回' })).toBeVisible()
    await expect(here.menu).toContainText('访客')
  } finally {
    await town.end()
  }
})

test('a visitor is led to the login, and comes back to the page', async ({ page, town }) => {
  const me = new Person(page, town)
  const phone = fresh()
  await me.go('/multi-device-manage')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('textbox', { name: '手机号' })).toBeFocused()
  await me.byCode(phone)
  await me.isIn()
  await expect(page).toHaveURL(/\/multi-device-manage$/)
  await expect(main.getByText('当前设备')).toBeVisible()

  // Where the sidebar covers the page, the login button is in the sidebar's header.
  const other = await Person.arrive(page.context().browser()!, town, {
    viewport: { width: 390, height: 844 },
  })
  await other.go('/')
  await other.page.getByRole('button', { name: '展开侧栏' }).click()
  await other.sidebar.locator('header').getByRole('button', { name: '登录', exact: true }).click()
  await expect(other.dialog).toBeVisible()
  await other.page.context().close()
})
