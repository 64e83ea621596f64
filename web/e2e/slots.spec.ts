// Checks some rows of content/containers.json in the browser: the page lacks the elements that the row hides, and its
// sidebar has the mode and the width stated in the row.
import { Chat, expect, test } from './wenqu'

const trigger = { name: '展开侧栏' }

test('an embed has no login, logout, model selector or repeat', async ({ page, connected }) => {
  const chat = new Chat(page)
  for (const [container, shown] of [
    ['web', true],
    ['video', false],
  ] as const) {
    await page.goto(`${connected.url}/?container=${container}`)
    await chat.askWhole('1 公里等于多少米')
    const count = shown ? 1 : 0
    await expect(page.getByRole('button', { name: '重新生成' })).toHaveCount(count)
    await expect(page.getByRole('button', { name: /^当前模型/ })).toHaveCount(count)
    await page.getByRole('button', { name: /访客/ }).click()
    await expect(page.getByRole('menuitem', { name: '设置', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '登录' })).toHaveCount(count)
    await page.keyboard.press('Escape')
  }
})

test('a partner page has no sidebar, and begins conversations all the same', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await page.goto(`${keyless.url}/?container=searchEngine`)
  await expect(page.getByRole('button', { name: '新对话' })).toBeVisible()
  await expect(page.locator('#nav')).toHaveCount(0)
  await expect(page.getByRole('button', trigger)).toHaveCount(0)
  await chat.askWhole('1 公里等于多少米')
  await page.keyboard.press('Control+b')
  await expect(page.locator('#nav')).toHaveCount(0)
  await page.getByRole('button', { name: '新对话' }).click()
  await expect(chat.answers).toHaveCount(0)
})

test('the PC client begins with a closed sidebar, the extension with one that floats', async ({
  page,
  keyless,
}) => {
  await page.goto(`${keyless.url}/?container=pcClient`)
  await page.getByRole('button', trigger).click()
  await expect(page.locator('#nav')).toHaveCSS('width', '254px')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${keyless.url}/?container=extension`)
  await page.getByRole('button', trigger).click()
  await expect(page.getByTestId('nav-mask')).toHaveCount(1)
  await expect(page.locator('#nav')).toHaveCSS('width', '285px')
})
