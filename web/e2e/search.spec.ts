// The global search. It finds a conversation by its title, and single messages in a long conversation with
// branches and versions. It runs actions. It works by keyboard and on a phone, and axe finds nothing.
import type { Page } from '@playwright/test'
import { accessible } from './people'
import type { Program } from './server'
import { Chat, expect, test } from './wenqu'

const CID = 'search-e2e-long'
const AT = Date.parse('2026-10-01T00:00:00Z')

/** 300 rounds; round 100 has two versions, and round 200 has another, inactive branch. */
function longConversation() {
  const messages: Record<string, unknown>[] = []
  let parent = 0
  const add = (prompt: string, versions: string[], selected = 0) => {
    const index = messages.length + 1
    const createdAt = AT + index * 1000
    messages.push({ index, parent, speaker: 'human', prompt, createdAt })
    messages.push({
      index: index + 1,
      parent: index,
      speaker: 'ai',
      createdAt,
      selected,
      versions: versions.map((text) => ({ state: 'done', text })),
    })
    parent = index + 1
  }
  for (let i = 1; i <= 300; i++) {
    const before = parent
    if (i === 100) add(`第 ${i} 个问题`, ['这一版说的是琥珀。', '这一版说的是翡翠。'], 1)
    else if (i === 200) {
      add('被改掉的问题', ['旁边的分支里有珊瑚。'])
      parent = before
      add(`第 ${i} 个问题`, [`第 ${i} 个回答。`])
    } else
      add(`第 ${i} 个问题`, [i === 60 ? '很久以前说过玛瑙。' : `第 ${i} 个回答，${'慢慢说。'.repeat(12)}`])
  }
  return { cid: CID, title: '宝石收藏笔记', createdAt: AT, pinned: false, leaf: parent, messages }
}

/** Imports the conversation through the page. */
async function bring(page: Page, server: Program) {
  await page.goto(`${server.url}/setting`)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择文件' }).press('Enter')
  const body = {
    format: 'wenqu',
    version: 1,
    exportedAt: '2026-11-20T00:00:00Z',
    conversations: [longConversation()],
  }
  await (await choosing).setFiles({
    name: 'wenqu.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(body)),
  })
  const dialog = page.getByRole('dialog', { name: '导入问渠的对话' })
  await dialog.getByRole('button', { name: '导入', exact: true }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

class Search {
  constructor(readonly page: Page) {}
  get box() {
    return this.page.getByRole('combobox', { name: '搜索' })
  }
  get options() {
    return this.page.getByRole('listbox', { name: '搜索结果' }).getByRole('option')
  }
  async open() {
    await this.page.keyboard.press('Control+k')
    await expect(this.box).toBeFocused()
  }
  /** Types the query, waits for the hit, and opens it by keyboard. */
  async go(query: string, hit: RegExp) {
    await this.open()
    await this.box.fill(query)
    await expect(this.options.filter({ hasText: hit }).first()).toBeVisible()
    await expect(this.options.first()).toHaveText(hit)
    await this.page.keyboard.press('Enter')
    await expect(this.box).toHaveCount(0)
  }
}

/** Checks that the message is on the screen and has the focus. */
async function shownNow(page: Page, text: string) {
  const message = page.locator('[data-message-id]', { hasText: text })
  await expect(message).toBeInViewport()
  await expect(message).toBeFocused()
}

test('a word leads to the exact message, far up, in another version, in another branch', async ({
  page,
  keyless,
}) => {
  const chat = new Chat(page)
  const search = new Search(page)
  await bring(page, keyless)
  await chat.open(keyless)

  await search.go('玛瑙', /玛瑙/)
  await shownNow(page, '很久以前说过玛瑙。')
  // The newest message is one click away.
  await page.getByRole('button', { name: '到最新处' }).click()
  await expect(page.locator('[data-message-id]', { hasText: '第 300 个回答' })).toBeInViewport()

  await search.go('琥珀', /琥珀/)
  await shownNow(page, '这一版说的是琥珀。')
  await expect(page.getByText('这一版说的是翡翠。')).toHaveCount(0)

  await search.go('珊瑚', /珊瑚/)
  await shownNow(page, '旁边的分支里有珊瑚。')

  await search.go('bssc', /宝石收藏笔记/)
  await expect(page).toHaveURL(new RegExp(CID))

  // A new question is found at once.
  await page.goto(keyless.url)
  await chat.askWhole('12 加 30 等于几')
  await search.open()
  await search.box.fill('12 加')
  await expect(search.options.filter({ hasText: '12 加 30' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(search.box).toHaveCount(0)
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`the search by keyboard, and nothing for axe to find: ${theme}, ${width} px`, async ({
    page,
    keyless,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 800 })
    const chat = new Chat(page)
    const search = new Search(page)
    await chat.open(keyless)
    await chat.askWhole('3 加 4 等于几')
    await search.open()
    await accessible(page)
    await search.box.fill('3 加')
    await expect(search.options.filter({ hasText: '3 加 4' }).first()).toBeVisible()
    await accessible(page)
    await page.screenshot({ path: test.info().outputPath(`search-${theme}-${width}.png`) })
    await page.getByRole('button', { name: '消息' }).press('Enter')
    await expect(search.options.first()).toContainText('3 加 4')
    await search.box.press('Enter')
    await expect(search.box).toHaveCount(0)

    // The recent search is stored in this browser until it is removed.
    await search.open()
    await page.getByRole('button', { name: '删除「3 加」' }).press('Enter')
    await expect(page.getByRole('option', { name: '3 加' })).toHaveCount(0)
    await search.box.fill('没有这样的东西')
    await expect(page.getByText('没有找到「没有这样的东西」')).toBeVisible()
    await search.box.fill('shezhi')
    await expect(search.options.first()).toHaveText('设置')
    await search.box.press('Enter')
    await expect(page).toHaveURL(/\/setting$/)
  })
}
