// An agent from its creation to another person's question: created with knowledge, tried beside the
// form, and reviewed.
import { store } from './files'
import { accessible, Person } from './people'
import { expect, fresh, test } from './town'

test('an agent is made, tried, published after a review, and answers somebody else', async ({
  page,
  browser,
  town,
}) => {
  const ann = new Person(page, town)
  await ann.go('/')
  await ann.wantLogin()
  await ann.byCode(fresh())
  await ann.isIn()
  const text = '退货须知\n\n签收后七日内可以退货，运费由买家承担。\n\n定制商品不能退货。'
  await store(page, town.server, '退货须知.txt', Buffer.from(text))

  await ann.go('/app')
  await expect(page.getByText('还没有智能体')).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '新建', exact: true }).first().click()
  await expect(page).toHaveURL(/\/app\/edit\/\w+$/)
  await page.getByRole('textbox', { name: '名称' }).fill('退货助手')
  await page.getByRole('textbox', { name: '简介' }).fill('回答退货问题')
  await page.getByRole('button', { name: '工作' }).click()
  await page.getByRole('textbox', { name: '设定' }).fill('你按退货须知回答。')
  await page.getByRole('textbox', { name: '开场白' }).fill('退货的事，问我。')
  await page.getByRole('button', { name: '从我的文件选择' }).click()
  await page.getByRole('dialog').getByText('退货须知.txt').click()
  await page.getByRole('dialog').getByRole('button', { name: /添加/ }).click()
  await page.getByRole('switch', { name: '计算器' }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  await accessible(page)

  // The trial beside the form answers from the file.
  const trial = page.getByRole('region', { name: '试用' })
  await expect(trial.getByText('退货的事，问我。')).toBeVisible()
  await trial.getByRole('textbox').fill('签收后几日内可以退货？')
  await page.keyboard.press('Enter')
  await expect(trial.getByRole('article').last()).toContainText('七日内')

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('radio', { name: /^所有人/ }).check()
  await accessible(page)
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByText('等待审核').first()).toBeVisible()
  const chat = page.url().replace('/app/edit/', '/chat/')

  // Until the agent is approved, other people cannot open it.
  const bob = await Person.arrive(browser, town)
  await bob.page.goto(chat)
  await expect(bob.page.getByText('没有这个智能体')).toBeVisible()

  const boss = await Person.arrive(browser, town)
  await boss.go('/')
  await boss.wantLogin()
  await boss.byCode(fresh())
  await boss.isIn()
  await boss.page.goto(town.adminLink())
  await boss.page.getByRole('button', { name: '成为管理员' }).click()
  await expect(boss.page).toHaveURL(/\/setting\/model/)
  await boss.go('/admin/agent')
  await expect(boss.page.getByText('你按退货须知回答。')).toBeVisible()
  await accessible(boss.page)
  await boss.page.getByRole('button', { name: '通过', exact: true }).click()
  await expect(boss.page.getByText('没有等待审核的智能体。')).toBeVisible()

  await bob.page.reload()
  await expect(bob.page.getByRole('heading', { name: '退货助手' })).toBeVisible()
  await expect(bob.page.getByText('退货的事，问我。')).toBeVisible()
  await expect(bob.page.getByText('退货须知.txt')).toBeVisible()
  await accessible(bob.page)
  await bob.page.getByRole('textbox', { name: '输入问题' }).fill('签收后几日内可以退货？')
  await bob.page.keyboard.press('Enter')
  await expect(bob.page).toHaveURL(new RegExp(`${chat.replace(/.*\/chat\//, '/chat/')}/`))
  const answer = bob.page.getByRole('article').last()
  await expect(answer).toContainText('七日内')
  await expect(
    bob.page.getByRole('banner').or(bob.page.locator('header')).getByText('退货助手').first(),
  ).toBeVisible()
  await expect(bob.page.locator('a[href*="file-viewer"]')).toHaveCount(0)
  await boss.page.context().close()
  await bob.page.context().close()
})
