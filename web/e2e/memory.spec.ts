// Memory: stated in a chat and confirmed at once, used, replaced, undone, and changed in the settings; not available to
// visitors.
import { accessible, Person } from './people'
import { expect, fresh, test } from './town'
import { Chat } from './wenqu'

test('what a person says is remembered, used, replaced and undone', async ({ page, town }) => {
  const me = new Person(page, town)
  const chat = new Chat(page)
  await me.go('/setting/memory')
  await expect(page.getByText('登录后才有记忆')).toBeVisible()
  await me.go('/')
  await me.logIn(fresh())

  await chat.open(town.server)
  await chat.askWhole('请记住我住在杭州')
  await expect(chat.last).toContainText('记住了：我住在杭州')
  await chat.askWhole('我住在哪里？')
  await expect(chat.last).toContainText('参考 1 篇资料')
  await expect(chat.last).toContainText('我住在杭州')
  await chat.askWhole('我住在苏州')
  await expect(chat.last).toContainText('取代「我住在杭州」')
  await chat.last.getByRole('button', { name: '撤销' }).press('Enter')
  await expect(chat.last).toContainText('已撤销')
  await accessible(page)

  await me.go('/setting/memory')
  const list = page.getByRole('list', { name: '记忆' })
  await expect(list).toContainText('我住在杭州')
  await page.getByRole('textbox', { name: '添加' }).fill('我对花生过敏')
  await page.getByRole('textbox', { name: '添加' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await accessible(page)
  await page.getByRole('button', { name: '全部删除' }).press('Enter')
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: '全部删除' })
    .press('Enter')
  await expect(page.getByText('还没有记忆')).toBeVisible()
})
