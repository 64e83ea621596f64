// The server generates answers: closing or reloading a page neither loses nor repeats a word.

import { Home, provider } from './server'
import { Chat, expect, modelAt, slowAnswer, test } from './wenqu'

test('a reload in mid-answer goes on without gap or repeat', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.ask('[慢] 刷新')
  await chat.shows('第08句。')
  await page.reload()
  await expect(chat.last).toContainText('第08句。')
  await chat.whole()
  await expect(chat.last).toContainText(slowAnswer)
  await expect(chat.last).toContainText('已深度思考')
})

test('a second tab sees the answer grow and stops it', async ({ page, connected, context }) => {
  const first = new Chat(page)
  await first.open(connected)
  await first.ask('[半路] 两个标签页')
  await first.shows('第05句。')
  const second = new Chat(await context.newPage())
  await second.open(connected, new URL(page.url()).pathname)
  await second.shows('第10句。')
  await second.stop.click()
  for (const chat of [first, second]) {
    await expect(chat.last).toContainText('已暂停生成')
    await expect(chat.last).toContainText('第10句。')
    await expect(chat.stop).toHaveCount(0)
  }
  await page.reload()
  await expect(first.last).toContainText('已暂停生成')
  await first.last.getByRole('button', { name: '继续生成' }).click()
  await first.whole()
  await expect(first.last).toContainText('第60句。')
})

test('kill -9 in mid-answer loses nothing that was shown', async ({ page }) => {
  const model = await provider()
  const home = new Home()
  let server = await home.serve(modelAt(model))
  const port = Number(new URL(server.url).port)
  const chat = new Chat(page)
  await chat.open(server)
  await chat.ask('[半路] 断电')
  await chat.shows('第12句。')
  await server.kill()
  const seen = (await chat.last.textContent()) ?? ''
  server = await home.serve(modelAt(model), port)
  await page.reload()
  await expect(chat.last.getByRole('button', { name: '继续生成' })).toBeVisible()
  const shown = seen.match(/第\d\d句。/g) ?? []
  await expect(chat.last).toContainText(shown.join(''))
  await chat.last.getByRole('button', { name: '继续生成' }).click()
  await chat.whole()
  await expect(chat.last).toContainText('第60句。')
  await server.kill()
  await model.kill()
  home.remove()
})

test('a lost connection comes back by itself', async ({ page, connected, context }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.ask('[慢] 断网')
  await chat.shows('第05句。')
  await context.setOffline(true)
  await expect(page.getByText('网络已断开')).toBeVisible()
  await context.setOffline(false)
  await chat.whole()
  await expect(chat.last).toContainText(slowAnswer)
})

test('leaving the page does not stop the answer', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.ask('[慢] 离开')
  await chat.shows('第03句。')
  const address = page.url()
  await page.goto('about:blank')
  await page.goto(address)
  await chat.whole()
  await expect(chat.last).toContainText(slowAnswer)
})
