// Favourites: an answer is added, tagged, searched and opened, and can still be read after the chat is deleted.
import { accessible } from './people'
import { Chat, expect, test } from './wenqu'

test('an answer is put aside, found again, and outlives its chat', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.askWhole('237 × 18 是多少？')
  await chat.last.getByRole('button', { name: '收藏', exact: true }).press('Enter')
  await expect(chat.last.getByRole('button', { name: '取消收藏' })).toHaveAttribute('aria-pressed', 'true')
  const conversation = page.url()

  await page.goto(`${keyless.url}/favorites`)
  const list = page.getByRole('list', { name: '收藏' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link', { name: '237 × 18 是多少？' }).press('e')
  const dialog = page.getByRole('dialog', { name: '标签和备注' })
  await dialog.getByLabel('标签', { exact: true }).fill('算术')
  await dialog.getByLabel('标签', { exact: true }).press('Enter')
  await dialog.getByLabel('备注').fill('留着核对')
  await dialog.getByRole('button', { name: '保存' }).press('Enter')
  await expect(list).toContainText('#算术')
  await page.getByRole('textbox', { name: '搜索收藏' }).fill('核对')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await accessible(page)

  await list.getByRole('link', { name: '237 × 18 是多少？' }).press('Enter')
  await page.getByRole('button', { name: '查看原对话' }).press('Enter')
  await expect(page.locator('[data-message-id]', { hasText: '4266' })).toBeFocused()
  await expect(page).toHaveURL(conversation)

  await page.request.post(`${keyless.url}/api/user/agent/conversation/v1/clear`, {
    data: { conversationIds: [conversation.split('/').pop()] },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${keyless.url}/favorites`)
  await expect(list).toContainText('原对话已删除')
  await list.getByRole('link', { name: '237 × 18 是多少？' }).press('Enter')
  await expect(page.getByText('原来的对话已经删除，这里是收藏时的副本。')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('237 × 18 = 4266')
  await accessible(page)
})
