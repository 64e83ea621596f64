// Reading and using a long answer: its outline, quoting its text, its table on a phone, its diagram as a file, and
// its versions side by side.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Chat, expect, test } from './wenqu'

const toEnd = (page: Page) => page.getByRole('button', { name: /到最新处/ })

test('a long answer has an outline, a way to its end above the composer, and quotes', async ({
  page,
  connected,
}) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[长文]')
  const outline = page.getByRole('navigation', { name: '回答的目录' })
  await outline.getByRole('button', { name: '2 数据' }).click()
  await expect(outline.getByRole('button', { name: '2 数据' })).toHaveAttribute('aria-current', 'location')
  const [pill, box] = await Promise.all([
    toEnd(page).boundingBox(),
    chat.composer.locator('xpath=..').boundingBox(),
  ])
  expect(Math.round(box!.y - pill!.y - pill!.height)).toBe(8)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(outline).toBeHidden()

  await chat.last.locator('.md p').nth(1).selectText()
  await expect(page.getByRole('button', { name: '引用' })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('q')
  await expect(chat.composer).toHaveValue(/^> 半亩方塘.*\n\n$/)
  await expect(chat.composer).toBeFocused()
})

test('on a phone buttons do not overlap, and a table keeps its first column in view', async ({
  page,
  connected,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const chat = new Chat(page)
  await chat.open(connected)
  const list = page.getByRole('list', { name: '试试这样问' })
  // The built-in questions are replaced when the server's questions arrive, so the cards are measured until
  // all four are visible.
  let cards: Awaited<ReturnType<typeof list.boundingBox>>[] = []
  await expect(async () => {
    cards = await list
      .getByRole('listitem')
      .all()
      .then((all) => Promise.all(all.map((card) => card.boundingBox())))
    expect(cards.map((card) => card !== null)).toEqual([true, true, true, true])
  }).toPass()
  expect(new Set(cards.map((card) => Math.round(card!.y))).size).toBe(2)
  expect(new Set(cards.map((card) => Math.round(card!.x))).size).toBe(2)
  const composer = (await chat.composer.boundingBox())!
  const left = Math.min(...cards.map((card) => card!.x))
  const right = Math.max(...cards.map((card) => card!.x + card!.width))
  expect(Math.abs(composer.x + composer.width / 2 - (left + right) / 2)).toBeLessThan(8)
  await page.setViewportSize({ width: 390, height: 844 })
  await chat.askWhole('[长文]')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  const row = chat.last.getByRole('button', { name: '更多操作' }).locator('xpath=..')
  const boxes = await Promise.all((await row.getByRole('button').all()).map((b) => b.boundingBox()))
  const buttons = boxes.filter((box) => box !== null)
  expect(buttons.length).toBeGreaterThan(3)
  for (const [i, b] of buttons.entries()) {
    expect(Math.min(b.width, b.height)).toBeGreaterThanOrEqual(44)
    for (const other of buttons.slice(i + 1))
      expect(other.x >= b.x + b.width || other.y >= b.y + b.height).toBe(true)
  }
  const table = chat.last.getByRole('group', { name: '表格' })
  await table.evaluate((el) => el.scrollTo({ left: 120 }))
  await expect.poll(() => table.evaluate((el) => el.scrollLeft)).toBe(120)
  const [around, first] = await Promise.all([
    table.boundingBox(),
    table.getByRole('cell').first().boundingBox(),
  ])
  expect(Math.round(first!.x - around!.x)).toBe(0)
})

test('the diagram of an answer is drawn on the page and in a Word file', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[长文]')
  await expect(chat.last.getByRole('img', { name: /graph LR/ })).toBeVisible()
  await page.getByRole('button', { name: '导出回答' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Word 文档' }).click()
  const bytes = await readFile(await (await saving).path())
  expect(bytes.toString('latin1')).toContain('word/media/image1.png')
})

test('a wide diagram fits its frame, in both themes and on a phone, and nothing in it is cut', async ({
  page,
  context,
  connected,
}) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[宽图]')
  const image = chat.last.getByRole('img', { name: /graph LR/ })
  const loose = await context.newPage()
  const drawn = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The drawing for this theme takes a moment to replace the drawing for the other theme.
    await expect.poll(async () => drawn.has((await image.getAttribute('src'))!)).toBe(false)
    const src = (await image.getAttribute('src'))!
    drawn.add(src)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      // A busy machine needs a moment to draw at the new width.
      await expect(async () => {
        const cut = await image.evaluate((img) => {
          const [own, frame] = [img.getBoundingClientRect(), img.closest('figure')!.getBoundingClientRect()]
          return { width: own.width, left: own.left - frame.left, right: frame.right - own.right }
        })
        expect(cut.width).toBeGreaterThan(width / 2)
        expect(cut.left).toBeGreaterThanOrEqual(0)
        expect(cut.right).toBeGreaterThanOrEqual(0)
      }).toPass({ timeout: 15_000 })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    // The address of the image ends with the SVG text. The elements are measured in another page.
    await loose.setContent(decodeURIComponent(src.slice(src.indexOf(',') + 1)))
    const out = await loose.evaluate(() => {
      const all = document.querySelector('svg')!.getBoundingClientRect()
      const inner = [...document.querySelectorAll('svg .node, svg .edgePath, svg .edgeLabel, svg text')]
      const beyond = inner.filter((el) => {
        const r = el.getBoundingClientRect()
        return (
          r.left < all.left - 1 || r.right > all.right + 1 || r.top < all.top - 1 || r.bottom > all.bottom + 1
        )
      })
      return {
        nodes: document.querySelectorAll('svg .node').length,
        beyond: beyond.map((el) => el.textContent),
      }
    })
    expect(out).toEqual({ nodes: 25, beyond: [] })
  }
  expect(drawn.size).toBe(2)
})

test('the way to the end covers no text, and at the end the last line is whole', async ({
  page,
  connected,
}) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole(`[照说]${'这是一段用来核对的话。'.repeat(200)}`)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const view = page.getByRole('region', { name: '对话内容' }).or(page.getByLabel('对话内容')).first()
    // When the view is a little above its end, a part of the answer's text is behind the button.
    for (const up of [40, 90, 200]) {
      await view.hover()
      await page.mouse.wheel(0, -20) // the view no longer follows its end
      await expect(toEnd(page)).toBeVisible()
      await view.evaluate((el, by) => el.scrollTo({ top: el.scrollHeight - el.clientHeight - by }), up)
      await expect(toEnd(page)).toBeVisible()
      // Wait until the button has faded in. While it fades in, the text behind it is visible.
      await toEnd(page).evaluate((el) => Promise.all(el.getAnimations().map((a) => a.finished)))
      await expect(async () => {
        const [pill, box, last] = await Promise.all([
          toEnd(page).boundingBox(),
          chat.composer.locator('xpath=..').boundingBox(),
          chat.last.boundingBox(),
        ])
        expect(Math.round(box!.y - pill!.y - pill!.height)).toBe(8)
        // The strip to the left of the button, without the button's shadow. It must not show any text.
        const clip = { x: last!.x, y: pill!.y, width: pill!.x - last!.x - 40, height: pill!.height }
        expect(await contrast(page, await page.screenshot({ clip }))).toBeLessThan(8)
      }).toPass({ timeout: 15_000 })
    }
    await toEnd(page).click()
    await expect(toEnd(page)).toHaveCount(0)
    await expect(async () => {
      const [text, box] = await Promise.all([
        chat.last.locator('.md p').last().boundingBox(),
        chat.composer.locator('xpath=..').boundingBox(),
      ])
      expect(text!.y + text!.height).toBeLessThanOrEqual(box!.y - 24)
    }).toPass({ timeout: 15_000 }) // the view scrolls to its end
  }
})

test('the editor of an older question stays in view when it is opened by keyboard', async ({
  page,
  connected,
}) => {
  const chat = new Chat(page)
  await chat.open(connected)
  for (const n of [1, 2, 3]) await chat.askWhole(`[照说]第${n}个`)
  const edit = page.getByRole('button', { name: '修改问题' }).nth(1)
  await edit.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: '修改问题' })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  // The list corrects its position in the frames after its content has changed.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  )
  await expect(field).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
})

test('in a low window, no text shows below the composer of the home page', async ({ page, keyless }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  const chat = new Chat(page)
  await chat.open(keyless)
  await expect(page.getByRole('button', { name: '更多好问题' })).toBeVisible()
  const box = (await chat.composer.locator('xpath=..').boundingBox())!
  const [x, y] = [box.x + 20, box.y + box.height + 1]
  // The composer has a faint shadow.
  const clip = { x, y, width: box.width - 40, height: 500 - y }
  expect(await contrast(page, await page.screenshot({ clip }))).toBeLessThan(40)
})

/** The contrast in a picture: the largest difference between two values of the same colour channel, 0 to 255. */
function contrast(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(
      new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], { type: 'image/png' }),
    )
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const pen = canvas.getContext('2d')!
    pen.drawImage(bitmap, 0, 0)
    const bytes = pen.getImageData(0, 0, bitmap.width, bitmap.height).data
    return Math.max(
      ...[0, 1, 2].map((channel) => {
        const all = bytes.filter((_, i) => i % 4 === channel)
        return all.reduce((a, b) => Math.max(a, b)) - all.reduce((a, b) => Math.min(a, b))
      }),
    )
  }, png.toString('base64'))
}

test('two versions of an answer are read beside each other', async ({ page, connected }) => {
  const chat = new Chat(page)
  await chat.open(connected)
  await chat.askWhole('[长文]')
  await page.getByRole('button', { name: '重新生成', exact: true }).click()
  await chat.whole()
  await page.getByRole('button', { name: '对比版本' }).click()
  const [left, right] = [
    page.getByRole('region', { name: '版本 1' }),
    page.getByRole('region', { name: '版本 2' }),
  ]
  await expect(left).toContainText('1 目标')
  await expect(right).toContainText('当前显示')
  await left.getByRole('button', { name: '用这个版本' }).click()
  await expect(page.getByRole('group', { name: /版本/ })).toContainText('1')
})
