// Two-factor authentication, beginning with the first administrator's link.
import { createHmac } from 'node:crypto'
import { accessible, Person, Town } from './people'
import { expect, test } from './wenqu'

// The test cannot answer calls by a service worker, so service workers are blocked.
test.use({ serviceWorkers: 'block' })

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app at a time in ms. */
function codeOf(secret: string, at: number): string {
  const bits = [...secret].map((c) => LETTERS.indexOf(c).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((b) => Number.parseInt(b, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const from = mac[19]! & 15
  return String((mac.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('the first administrator sets up a login and a second factor, and proves by it', async ({ page }) => {
  const town = await Town.build()
  try {
    const me = new Person(page, town)
    await page.goto(town.adminLink())
    await page.getByRole('button', { name: '成为管理员' }).click()
    await expect(page).toHaveURL(`${town.server.url}/setting/model`)
    await me.go('/admin')
    await page.getByRole('link', { name: '去绑定登录方式' }).click()
    await page.getByRole('button', { name: '绑定' }).first().click()
    const phone = '13800138021'
    await me.byCode(phone)
    await expect(page.getByText('138****8021')).toBeVisible()
    await me.go('/admin')
    await expect(page.getByRole('link', { name: '模型服务' })).toBeVisible()
    await expect(page.getByRole('link', { name: '去绑定登录方式' })).toHaveCount(0)

    await me.go('/setting/factor')
    const begun = page.waitForResponse((r) => r.url().endsWith('/api/account/factor/begin'))
    await page.getByRole('button', { name: '开始设置' }).click()
    const { secret } = (await (await begun).json()).data
    await page.getByRole('textbox', { name: '动态码' }).fill(codeOf(secret, Date.now()))
    const confirmed = page.waitForResponse((r) => r.url().endsWith('/api/account/factor/confirm'))
    await page.getByRole('textbox', { name: '动态码' }).press('Enter')
    const { codes } = (await (await confirmed).json()).data as { codes: string[] }
    expect(codes).toHaveLength(10)

    // The server's demand for a proof of identity is simulated. The person proves it with a recovery code.
    await me.go('/setting/account')
    await page.route('**/api/unregister', (route) =>
      route.fulfill({
        status: 428,
        json: { error: { code: '6009', message: '请先验证身份' }, msg: '请先验证身份', code: 6009 },
      }),
    )
    await page.getByRole('button', { name: '注销账号' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '注销账号' }).click()
    const proof = page.getByRole('dialog', { name: '确认是你本人' })
    await expect(proof).toBeVisible()
    await accessible(page)
    await proof.getByRole('button', { name: /备用码/ }).click()
    await proof.getByRole('textbox', { name: '备用码' }).fill(codes[0]!)
    await proof.getByRole('button', { name: '用动态码验证' }).click()
    await expect(proof).toHaveCount(0)
  } finally {
    await town.end()
  }
})
