// Tools that need a person's consent before each call. The person can also allow all later calls in the
// conversation.
import { Bench, Work } from './gates'
import { accessible } from './people'
import type { Program } from './server'
import { expect, test } from './wenqu'

let bench: Bench
let server: Program
test.beforeEach(async () => {
  bench = await Bench.build()
  server = await bench.serve()
})
test.afterEach(() => bench?.end())

const mail = (to: string) => `[[tool send_mail ${JSON.stringify({ to })}]] 发给${to}`
const sent = () => bench.gates.log('send_mail')

test('allowed, it acts once; declined, it does not act', async ({ page }) => {
  const chat = new Work(page)
  await chat.open(server)
  await chat.ask(mail('张三'))
  await chat.are('等你同意')
  await expect(chat.rows).toContainText('发送邮件：张三')
  await expect(chat.rows).toContainText('{"to":"张三"}')
  expect(await sent()).toEqual([])
  await chat.allow.click()
  await chat.whole()
  await chat.are('已完成')
  expect(await sent()).toEqual(['{"to":"张三"}'])

  await chat.ask(mail('李四'))
  await chat.are('等你同意')
  await chat.decline.click()
  await chat.whole()
  await chat.are('你没有同意')
  await page.reload()
  await chat.are('你没有同意')
  expect(await sent()).toHaveLength(1)
})

test('remembered in its conversation, and in no other', async ({ page }) => {
  const chat = new Work(page)
  await chat.open(server)
  await chat.ask(mail('张三'))
  await chat.card.getByRole('checkbox', { name: '在这个对话里不再询问' }).check()
  await chat.allow.click()
  await chat.whole()
  await chat.askWhole(mail('李四'))
  await chat.are('已完成')
  expect(await sent()).toHaveLength(2)
  await chat.open(server)
  await chat.ask(mail('王五'))
  await chat.are('等你同意')
  expect(await sent()).toHaveLength(2)
})

test('nobody answers in time', async ({ page }) => {
  const chat = new Work(page)
  await chat.open(server)
  await chat.ask(mail('张三'))
  await chat.are('等你同意')
  await bench.gates.open('consent-over')
  await chat.whole()
  await chat.are('你没有同意')
  await expect(chat.card).toHaveCount(0)
  expect(await sent()).toEqual([])
})

test('stopped while it asks, it counts as declined', async ({ page }) => {
  const chat = new Work(page)
  await chat.open(server)
  await chat.ask(mail('张三'))
  await chat.are('等你同意')
  await chat.stop.click()
  await chat.are('你没有同意')
  await page.reload()
  await chat.are('你没有同意')
  expect(await sent()).toEqual([])
})

test('answered from another tab', async ({ page }) => {
  const chat = new Work(page)
  await chat.open(server)
  await chat.ask(mail('张三'))
  await chat.are('等你同意')
  const second = await chat.beside(server)
  await second.are('等你同意')
  await second.allow.click()
  for (const tab of [chat, second]) {
    await tab.whole()
    await tab.are('已完成')
    await expect(tab.card).toHaveCount(0)
  }
  expect(await sent()).toHaveLength(1)
})

for (const allow of [true, false]) {
  test(`${allow ? 'allowed' : 'declined'} after a restart`, async ({ page }) => {
    const chat = new Work(page)
    await chat.open(server)
    await chat.ask(mail('张三'))
    await chat.are('等你同意')
    server = await bench.crash(server)
    await page.reload()
    await chat.are('等你同意')
    await (allow ? chat.allow : chat.decline).click()
    await expect(chat.last).toContainText('查过了')
    await chat.whole()
    await chat.are(allow ? '已完成' : '你没有同意')
    expect(await sent()).toHaveLength(allow ? 1 : 0)
  })
}

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const) {
  test(`by keyboard, and nothing for axe to find: ${theme}, ${width} px`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const chat = new Work(page)
    await chat.open(server)
    await chat.ask(mail('张三'))
    await expect(chat.allow).toBeVisible()
    await accessible(page)
    await page.screenshot({ path: info.outputPath('consent.png') })
    await chat.allow.focus()
    await page.keyboard.press('Tab')
    await expect(chat.decline).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(chat.card.getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await chat.whole()
    await chat.are('已完成')
    await accessible(page)
    expect(await sent()).toHaveLength(1)
  })
}
