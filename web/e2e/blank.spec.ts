// The blanks of a template: filled in inside the answer, restored after a reload, and exported.
import { readFileSync } from 'node:fs'
import { Chat, expect, test } from './wenqu'

test('a filled template survives a reload and is exported', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.askWhole('写一张请假条')
  const blank = chat.last.getByRole('textbox', { name: '待填写' })
  await blank.first().click()
  const kept = page.waitForResponse((r) => r.url().endsWith('/conversation/blanks'))
  await page.keyboard.type('王老师')
  expect((await kept).status()).toBe(200)
  await page.reload()
  await expect(blank.first()).toHaveText('王老师')
  await chat.last.getByRole('button', { name: '导出' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Markdown' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('王老师')

  // Another version of the answer has its own blanks.
  await chat.last.getByRole('button', { name: '重新生成' }).click()
  await chat.whole()
  await expect(chat.last).toContainText('2 / 2')
  await expect(blank.first()).toHaveText('')
  await chat.last.getByRole('button', { name: '上一个' }).click()
  await expect(blank.first()).toHaveText('王老师')
})
