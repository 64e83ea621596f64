// Two people work in one project. Ann creates the project. Bob joins as a reader, is removed, joins again as an
// editor, and is removed again.
import type { Page } from '@playwright/test'
import { Attachments, picture } from './files'
import { accessible, Person } from './people'
import { expect, fresh, test } from './town'

test('a project is shared by link, and who is removed is out at once', async ({ page, browser, town }) => {
  const ann = new Person(page, town)
  await ann.go('/')
  await ann.wantLogin()
  await ann.byCode(fresh())
  await ann.isIn()
  await ann.sidebar.getByRole('link', { name: '项目', exact: true }).click()
  await expect(page.getByText('还没有项目')).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '新建项目' }).first().click()
  await page.getByRole('textbox', { name: '名称' }).fill('新房装修')
  await page.getByRole('textbox', { name: '项目说明' }).fill('回答要简短')
  await page.getByRole('button', { name: '创建' }).click()
  await expect(page.getByRole('heading', { name: '新房装修' })).toBeVisible()
  await accessible(page)

  // A question typed in the project begins a conversation of the project. reportExtParams is only sent
  // with a question that was chosen from a card of good questions.
  await page.getByRole('textbox', { name: '在这个项目里提问' }).fill('3 + 4 等于多少')
  const asked = page.waitForRequest((r) => /\/api\/chat\/[^/]+$/.test(r.url()) && r.method() === 'POST')
  await page.keyboard.press('Enter')
  expect((await asked).postDataJSON().reportExtParams).toBeUndefined()
  await expect(page).toHaveURL(/\/project\/prj-\w+\/chat\/[\w-]+$/)
  await expect(page.getByRole('article').last()).toContainText('7')
  const conversation = page.url()
  const project = conversation.replace(/\/chat\/.*/, '')
  await page.goto(project)

  // Bob joins by an invitation link for readers.
  await page.getByRole('button', { name: '邀请', exact: true }).click()
  await page.getByRole('menuitem', { name: /邀请读者/ }).click()
  const link = await page.getByRole('textbox', { name: '邀请链接' }).inputValue()
  const bob = await Person.arrive(browser, town)
  await bob.go('/')
  await bob.wantLogin()
  await bob.byCode(fresh())
  await bob.isIn()
  await bob.page.goto(link)
  await expect(bob.page.getByText('邀请你加入「新房装修」')).toBeVisible()
  await accessible(bob.page)
  await bob.page.getByRole('button', { name: '加入项目' }).click()
  await expect(bob.page.getByRole('heading', { name: '新房装修' })).toBeVisible()
  await expect(bob.page.getByRole('textbox', { name: '在这个项目里提问' })).toHaveCount(0)
  await bob.page.goto(conversation)
  await expect(bob.page.getByRole('article').last()).toContainText('7')
  await expect(bob.page.getByText(/你是读者/)).toBeVisible()
  await expect(bob.page.getByRole('textbox')).toHaveCount(0)
  await bob.page.goto(project)
  await expect(bob.page.getByRole('heading', { name: '新房装修' })).toBeVisible()

  // Bob is removed. His open page reports this by itself, and he no longer sees the conversation.
  await page.reload()
  await remove(page)
  await expect(bob.page.getByText('看不到这个项目')).toBeVisible()
  await bob.page.goto(conversation)
  await expect(bob.page.getByText('看不到这个项目')).toBeVisible()
  await expect(bob.page.getByRole('article')).toHaveCount(0)

  // By another link Bob joins again as an editor and asks a question with a picture; Ann's open page updates.
  await page.getByRole('button', { name: '邀请', exact: true }).click()
  await page.getByRole('menuitem', { name: /邀请编辑者/ }).click()
  const again = page.getByRole('textbox', { name: '邀请链接' })
  await expect(again).toBeVisible()
  await bob.page.goto(await again.inputValue())
  await bob.page.getByRole('button', { name: '加入项目' }).click()
  await expect(bob.page.getByRole('textbox', { name: '在这个项目里提问' })).toBeVisible()
  await page.goto(conversation)
  await expect(page.getByRole('article')).toHaveCount(1)
  await bob.page.goto(conversation)
  const files = new Attachments(bob.page)
  await files.choose(await picture(browser))
  await files.read()
  await bob.page.getByRole('textbox').fill('5 + 6 等于多少')
  await bob.page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  const shown = page.getByRole('list', { name: /图片/ }).locator('img')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  // The owner finds the conversation in the global search and opens it from there.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索' }).fill('5 + 6')
  await page.getByRole('option').filter({ hasText: '5 + 6' }).first().click()
  await expect(page).toHaveURL(conversation)

  // A member is removed while a conversation and a file are open. The pages hide the conversation and the file
  // at the next request for the state of the project.
  const id = /(?:content|thumb)\/([^?]+)/.exec((await shown.getAttribute('src')) ?? '')?.[1]
  const viewer = await bob.page.context().newPage()
  await viewer.goto(
    new URL(`/tool/file-viewer?id=${id}&project_id=${project.split('/').at(-1)}`, project).href,
  )
  await expect(viewer.getByText('文件不存在')).toHaveCount(0)
  await expect(viewer.locator('header h1')).toHaveText(/./)
  const told = viewer.waitForResponse((r) => r.url().endsWith('/api/project/asking') && r.status() === 404)
  await page.goto(project)
  await remove(page, '白板.png')
  await told
  await expect(viewer.getByRole('heading', { name: '文件不存在' })).toBeVisible()
  await expect(bob.page.getByText('看不到这个项目')).toBeVisible()
  await expect(bob.page.getByRole('article')).toHaveCount(0)
  await expect(bob.page.getByRole('link', { name: '新房装修' })).toHaveCount(0)
  await bob.page.context().close()
})

/**
 * Removes the only other member from the project that the page shows. The rows above the list of members move the list
 * when they are loaded. So `remove` first waits for these rows: those that are always there, and those with the texts
 * in `rows`.
 */
async function remove(page: Page, ...rows: string[]) {
  for (const row of ['3 + 4 等于多少', '记住成员说过的话', '还没有分享。', ...rows])
    await expect(page.getByRole('main').getByText(row)).toBeVisible()
  await page.getByRole('button', { name: /^管理 / }).click()
  await page.getByRole('menuitem', { name: '移出项目' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移出项目' }).click()
  await expect(page.getByRole('button', { name: /^管理 / })).toHaveCount(0)
}
