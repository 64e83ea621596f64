// Suggested questions: on the page of good questions, on the home page, and while typing.
import { accessible, Person, Town } from './people'
import { Chat, expect, test } from './wenqu'

test('a good question is asked by one click, and is offered later', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await page.getByRole('button', { name: '更多好问题' }).click()
  await expect(page.getByRole('heading', { name: '好问题' })).toBeVisible()
  await page.getByRole('button', { name: '日期与节假日', exact: true }).click()
  await expect(page.getByRole('button', { name: /大写/ })).toHaveCount(0)
  await accessible(page)
  const asked = page.waitForRequest((r) => /\/api\/chat\/[^/]+$/.test(r.url()) && r.method() === 'POST')
  await page.getByRole('button', { name: /2028 年是闰年吗/ }).click()
  expect((await asked).postDataJSON().reportExtParams).toEqual({ isHotRecommand: true })
  await chat.whole()
  await expect(chat.last).toContainText('闰年')

  // When the beginning of the same question is typed, the question is suggested with the label 问过. Enter puts the
  // selected suggestion into the composer.
  await chat.composer.pressSequentially('2028')
  const mine = page.getByRole('option', { name: /2028 年是闰年吗/ })
  await expect(mine.getByLabel('问过')).toBeVisible()
  await accessible(page)
  await chat.composer.press('ArrowDown')
  await chat.composer.press('Enter')
  await expect(chat.composer).toHaveValue('2028 年是闰年吗？')
  await expect(page.getByRole('option')).toHaveCount(0)
  await chat.composer.fill('')

  // Esc closes the list, and a setting switches the suggestions off.
  await chat.composer.pressSequentially('春节')
  await expect(page.getByRole('option', { name: /春节是哪天/ })).toBeVisible()
  await chat.composer.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await chat.composer.fill('')
  await page.goto(`${keyless.url}/setting`)
  await page.getByRole('switch', { name: '输入时联想' }).click()
  await chat.open(keyless)
  await chat.composer.pressSequentially('春节')
  await page.getByRole('button', { name: '换一批' }).click()
  await expect(page.getByRole('button', { name: /会议纪要模板/ })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a temporary conversation is offered nothing of one’s own', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.askWhole('农历的今天有什么讲究')
  await page.goto(keyless.url)
  await page.getByRole('button', { name: '临时对话' }).click()
  await chat.composer.pressSequentially('农历')
  await expect(page.getByRole('option', { name: /春节是哪天/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /讲究/ })).toHaveCount(0)
  await chat.composer.fill('')
  await chat.askWhole('明天的农历日期是什么')
  await page.goto(keyless.url)
  await chat.composer.pressSequentially('农历')
  await expect(page.getByRole('option', { name: /讲究/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /明天的农历/ })).toHaveCount(0)
})

test('an administrator edits the questions', async ({ page }) => {
  const town = await Town.build()
  try {
    const me = new Person(page, town)
    await page.goto(town.adminLink())
    await page.getByRole('button', { name: '成为管理员' }).click()
    await expect(page).toHaveURL(`${town.server.url}/setting/model`)
    await me.go('/admin/question')
    const first = page.getByRole('region', { name: '试试这样问' })
    await first.getByRole('button', { name: '添加问题' }).click()
    await first.getByRole('textbox', { name: '问题' }).last().fill('食堂今天几点开门？')
    await first.getByRole('textbox', { name: '类别' }).last().fill('后勤')
    for (let i = 0; i < 8; i++)
      await first
        .getByRole('button', { name: '上移' })
        .nth(8 - i)
        .click()
    await accessible(page)
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
    await me.go('/')
    await expect(page.getByRole('button', { name: /食堂今天几点开门/ })).toBeVisible()
    await page.getByRole('textbox', { name: '输入问题' }).pressSequentially('食堂')
    await expect(page.getByRole('option', { name: /食堂今天几点开门/ })).toBeVisible()
  } finally {
    await town.end()
  }
})
