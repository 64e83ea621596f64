import { readFile } from 'node:fs/promises'
import { Attachments, type Sent } from './files'
import { Chat, expect, test } from './wenqu'

/** A small file, which is parsed quickly. */
const lease: Sent = {
  name: '租约.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# 租约\n\n押金为人民币 9,000 元。\n'),
}

test('everything leaves as a file and comes to another browser, by keyboard', async ({
  browser,
  keyless,
}) => {
  const mine = await browser.newContext()
  const chat = new Chat(await mine.newPage())
  await chat.open(keyless)
  await chat.askWhole('3 加 4 等于几')
  await chat.page.goto(`${keyless.url}/setting`)
  const saving = chat.page.waitForEvent('download')
  await chat.page.getByRole('button', { name: '导出', exact: true }).press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^wenqu-\d{4}-\d{2}-\d{2}\.json$/)
  const path = await file.path()
  const out = JSON.parse(await readFile(path, 'utf8'))
  expect(out).toMatchObject({
    format: 'wenqu',
    version: 1,
    conversations: [{ messages: [{ prompt: '3 加 4 等于几' }, {}] }],
  })

  const theirs = await browser.newContext({ viewport: { width: 390, height: 780 } })
  const page = await theirs.newPage()
  await page.goto(`${keyless.url}/setting`)
  const bring = async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '选择文件' }).press('Enter')
    await (await choosing).setFiles(path)
    const dialog = page.getByRole('dialog', { name: '导入问渠的对话' })
    await expect(dialog).toContainText('1 个对话，2 条消息')
    await dialog.getByRole('button', { name: '导入', exact: true }).press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await bring()
  await expect(page.getByText('已导入 1 个对话')).toBeVisible()
  await bring()
  await expect(page.getByText('这些内容已经存在，没有重复导入')).toBeVisible()
  await page.goto(`${keyless.url}/history`)
  await page.getByRole('link', { name: /3 加 4/ }).click()
  await expect(page.getByRole('article').last()).toContainText('7')
  const other = new Chat(page)
  await other.askWhole('再加 1 呢')
  await mine.close()
  await theirs.close()
})

test('files come along, and their cards open', async ({ browser, keyless }) => {
  const mine = await browser.newContext()
  const chat = new Chat(await mine.newPage())
  await chat.open(keyless)
  const files = new Attachments(chat.page)
  await files.choose(lease)
  await files.read()
  await chat.askWhole('押金是多少？')
  await chat.page.goto(`${keyless.url}/setting`)
  const saving = chat.page.waitForEvent('download')
  await chat.page.getByRole('button', { name: '导出', exact: true }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^wenqu-\d{4}-\d{2}-\d{2}\.zip$/)
  const buffer = await readFile(await saved.path())

  const theirs = await browser.newContext()
  const page = await theirs.newPage()
  await page.goto(`${keyless.url}/setting`)
  const dialog = page.getByRole('dialog', { name: '导入问渠的对话' })
  const choose = async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '选择文件' }).click()
    await (await choosing).setFiles({ name: 'wenqu.zip', mimeType: 'application/zip', buffer })
  }
  await choose()
  await expect(dialog).toContainText('1 个对话，2 条消息')
  await expect(dialog).toContainText('还有 1 个文件、0 条笔记可以导入')
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await expect(page.getByText('已导入 1 个对话、1 个文件')).toBeVisible()
  await choose()
  await expect(dialog).toContainText('1 个文件已经有了')
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await expect(page.getByText('这些内容已经存在，没有重复导入')).toBeVisible()

  await page.goto(`${keyless.url}/history`)
  await page.getByRole('link', { name: /押金/ }).first().click()
  await page.getByRole('link', { name: /租约/ }).first().click()
  await expect(page.getByText('押金为人民币 9,000 元。').last()).toBeVisible()
  await expect(page).toHaveURL(/file-viewer\?id=/)
  await mine.close()
  await theirs.close()
})

test('everything is deleted after a question, and is gone everywhere', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  const files = new Attachments(page)
  await files.choose(lease)
  await files.read()
  await chat.askWhole('押金是多少？')
  const row = page.getByRole('link', { name: '押金是多少', exact: true })
  await page.goto(`${keyless.url}/setting`)
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: '删除数据' }).press('Enter')
  const sure = page.getByRole('dialog', { name: '删除所有数据？' })
  await expect(sure).toContainText('不能恢复')
  await page.keyboard.press('Escape')
  await expect(sure).toHaveCount(0)
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: '删除数据' }).click()
  await sure.getByRole('button', { name: '删除所有数据' }).click()
  await expect(page.getByText('已删除所有数据')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto(`${keyless.url}/mine`)
  await expect(page.getByText('还没有文件')).toBeVisible()
})

test('another assistant’s file is shown before it comes in; a wrong one says what to do', async ({
  page,
  keyless,
}) => {
  await page.goto(`${keyless.url}/setting`)
  const choose = async (name: string, text: string) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '选择文件' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }
  await choose('notes.json', '{"a":1}')
  await expect(page.getByText('认不出这个文件')).toBeVisible()

  const sample = await readFile(
    `${import.meta.dirname}/../../internal/transfer/testdata/chatgpt.json`,
    'utf8',
  )
  await choose('conversations.json', sample)
  const dialog = page.getByRole('dialog', { name: /导入 ChatGPT 的对话/ })
  await expect(dialog).toContainText('Trip')
  await expect(dialog).toContainText('3 个不能导入')
  await expect(dialog).toContainText('没有内容')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await choose('conversations.json', sample)
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByRole('link', { name: /Trip/ }).first().click()
  await expect(page.getByRole('article').last()).toContainText('Because.')
})
