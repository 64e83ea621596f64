// The layout shared by pages other than conversations: its column, its title and its back button.
import { Chat, expect, test } from './wenqu'

const pages = {
  '/setting': '设置',
  '/setting/model': '接入模型',
  '/mine': '我的文件',
  '/admin': '管理',
  '/multi-device-manage': '登录设备',
}

for (const width of [1440, 1024, 768, 390]) {
  test(`a column with title and way back at ${width} px`, async ({ page, keyless }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, name] of Object.entries(pages)) {
      await test.step(path, async () => {
        await page.goto(keyless.url + path)
        const header = page.getByRole('main').locator('header')
        const title = header.getByRole('heading', { name, level: 1 })
        const back = header.getByRole('button', { name: '返回', exact: true })
        await expect(title).toBeVisible()
        // Title and content are in one centred column of at most 760 px.
        const main = (await page.getByRole('main').boundingBox())!
        const content = (await header.locator('~ *').boundingBox())!
        const edge = width > 768 ? 24 : 16
        expect(content.width).toBe(Math.min(main.width, 760 + 2 * edge))
        expect(content.x - main.x).toBeCloseTo((main.width - content.width) / 2, 0)
        const at = (await back.boundingBox())!
        expect(at.x).toBeGreaterThanOrEqual(content.x + (width > 768 ? edge - 8 : 0))
        expect(at.x + at.width).toBeLessThanOrEqual((await title.boundingBox())!.x)
        for (const button of await page.getByRole('main').getByRole('button', { name: '展开侧栏' }).all()) {
          const trigger = (await button.boundingBox())!
          expect(trigger.x + trigger.width).toBeLessThanOrEqual(at.x)
        }
      })
    }
  })
}

test('the way back leads to the page that was left, and up for who came by the address', async ({
  page,
  keyless,
}) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.askWhole('3 乘以 7')
  const conversation = page.url()
  await page.getByRole('link', { name: '我的文件' }).click()
  await expect(page.getByRole('heading', { name: '我的文件', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await expect(page).toHaveURL(conversation)
  await page.goto(`${keyless.url}/setting/model`)
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await expect(page.getByRole('heading', { name: '设置', level: 1 })).toBeVisible()
})
