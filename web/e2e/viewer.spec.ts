// The file viewer against the real server: several kinds of files, quotes, search,
// zoom, selection, keys, phones, and files that cannot be shown.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { marked, samples, store } from './files'
import { accessible } from './people'
import type { Program } from './server'
import { expect, test } from './wenqu'

const sample = (page: Page, server: Program, name: string) =>
  store(page, server, name, readFileSync(resolve(samples, name)))

async function open(page: Page, server: Program, id: string, more: Record<string, string> = {}) {
  await page.goto(`${server.url}/tool/file-viewer?${new URLSearchParams({ id, ...more })}`)
}

/**
 * A Chinese PDF with bookmarks, printed by the browser. If `torn`, a sentence continues across the last page break.
 */
async function book(page: Page, pages: number, torn = false): Promise<Buffer> {
  const chapters = Array.from(
    { length: pages },
    (_, i) =>
      `<h1>第${i + 1}章</h1><p>半亩方塘一鉴开，天光云影共徘徊。</p><p>本章编号 WQ-${i + 1}，长风破浪会有时。</p>`,
  )
  if (torn) {
    chapters.push(
      '<p style="margin-top:205mm">这一句从这一页的末尾</p><p style="break-before:page">一直写到下一页的开头才完</p>',
    )
  }
  const printer = await page.context().newPage()
  await printer.setContent(
    `<html lang="zh-CN"><style>h1{break-before:page}body{font:16px/1.8 serif}</style>${chapters.join('')}`,
  )
  const bytes = await printer.pdf({ format: 'A4', outline: true, tagged: true })
  await printer.close()
  return bytes
}

const pageField = (page: Page) => page.getByRole('textbox', { name: /页码/ })
/** The scroll container of the viewer. The web page itself has the role document, too. */
const scroller = (page: Page) => page.locator('.viewer-stage [role=document]')

test('a PDF: pages, quote, search, outline, thumbnails, position', async ({ page, keyless }) => {
  const id = await store(page, keyless, '朱熹.pdf', await book(page, 40))
  await open(page, keyless, id, { page: '30', quote: '本章编号 WQ-30，长风破浪' })
  await expect(pageField(page)).toHaveValue('30')
  await expect.poll(() => marked(page, 'quote')).toEqual(['本章编号WQ-30,长风破浪'])
  const seen = await page.evaluate(() => {
    const [range] = [...CSS.highlights.get('viewer-quote')!] as Range[]
    return range!.getBoundingClientRect().top
  })
  expect(seen).toBeGreaterThan(100)
  expect(seen).toBeLessThan(800)
  // Only pages near the viewport are rendered.
  expect(await page.locator('.pdf-page').count()).toBeLessThanOrEqual(6)

  await page.keyboard.press('Control+f')
  await page.keyboard.type('wq-3')
  await expect(page.getByRole('status').filter({ hasText: '/ 11' })).toHaveText('2 / 11') // the word is on page 3 and on pages 30 to 39
  await page.keyboard.press('Enter')
  await expect(pageField(page)).toHaveValue('31')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(pageField(page)).toHaveValue('3')
  await expect.poll(() => marked(page, 'now')).toEqual(['WQ-3'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: '在文件里查找' })).toHaveCount(0)
  expect(await marked(page, 'find')).toEqual([])

  await page.getByRole('button', { name: '目录' }).click()
  await page
    .getByRole('navigation', { name: '目录' })
    .getByRole('button', { name: /第12章/ })
    .click()
  await expect(pageField(page)).toHaveValue('12')
  await page.getByRole('button', { name: '缩略图' }).click()
  const thumbs = page.getByRole('navigation', { name: '缩略图' })
  await expect(thumbs.getByRole('button', { name: '第 12 页' })).toHaveAttribute('aria-current', 'page')
  await thumbs.getByRole('button', { name: '第 13 页' }).click()
  await expect(pageField(page)).toHaveValue('13')
  await expect(thumbs.locator('canvas').first()).toBeVisible()

  // A reload restores the position, the zoom and the panel.
  await page.keyboard.press('Escape')
  await scroller(page).focus()
  await page.keyboard.press('-')
  await expect(page.getByRole('button', { name: '大小 110%' })).toBeVisible()
  await page.waitForFunction(() => localStorage.getItem('wenqu.viewer.positions')?.includes('1.1'))
  await open(page, keyless, id)
  await expect(pageField(page)).toHaveValue('13')
  await expect(page.getByRole('button', { name: '大小 110%' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '缩略图' })).toBeVisible()
})

test('a quote over the end of a page is marked on both, a missing one is said', async ({ page, keyless }) => {
  const id = await store(page, keyless, '跨页.pdf', await book(page, 4, true))
  await open(page, keyless, id, { page: '4', quote: '这一句从这一页的末尾一直写到下一页的开头才完' })
  await expect
    .poll(async () => (await marked(page, 'quote')).sort())
    .toEqual(['一直写到下一页的开头才完', '这一句从这一页的末尾'])
  await open(page, keyless, id, { page: '2', quote: '这句话在这本书里从来没有出现过一次' })
  await expect(page.getByText('这里没有找到引用的原文')).toBeVisible()
  await expect(pageField(page)).toHaveValue('2')
  await open(page, keyless, id, { page: '1', quote: '本章编号 WQ-3，长风破浪会有时' })
  await expect(page.getByText('引用的原文在第 3 页')).toBeVisible()
  await expect(pageField(page)).toHaveValue('3')
})

test('a PDF by keyboard, wheel and menu: size, turns, pages', async ({ page, keyless }) => {
  const id = await store(page, keyless, '书.pdf', await book(page, 8))
  await open(page, keyless, id)
  await expect(page.locator('.pdf-page canvas').first()).toBeVisible()
  const width = () =>
    page
      .locator('.pdf-page')
      .first()
      .evaluate((el) => el.clientWidth)
  const fitted = await width()
  await page.keyboard.press('+') // the keys work without a click
  await expect.poll(width).toBeGreaterThan(fitted)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(fitted)
  await page.keyboard.press('ArrowRight')
  await expect(pageField(page)).toHaveValue('2')
  await page.keyboard.press('End')
  await expect(pageField(page)).toHaveValue('8')
  await page.keyboard.press('Home')
  await expect(pageField(page)).toHaveValue('1')
  await pageField(page).fill('5')
  await pageField(page).press('Enter')
  await expect(pageField(page)).toHaveValue('5')

  // While the wheel zooms a page wider than the window, the point under the pointer stays in place. A narrower
  // page stays centred.
  while ((await width()) < 1600) {
    const last = await width()
    await page.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(last)
  }
  const word = page
    .locator('[data-page="5"] .textLayer span[role=presentation]')
    .filter({ hasText: '5' })
    .first()
  await word.scrollIntoViewIfNeeded()
  await expect(word).toBeVisible()
  const wide = await width()
  const before = (await word.boundingBox())!
  await page.mouse.move(before.x + 4, before.y + 4)
  await page.keyboard.down('Control')
  for (let i = 0; i < 2; i++) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect.poll(width).toBeGreaterThan(wide * 1.3)
  await expect
    .poll(async () => {
      const after = (await word.boundingBox())!
      return Math.max(Math.abs(after.x - before.x), Math.abs(after.y - before.y))
    })
    .toBeLessThan(14)

  await page.getByRole('button', { name: /^大小/ }).click()
  await page.getByRole('menuitem', { name: '适合整页' }).click()
  await expect.poll(() => page.locator('[data-page="5"]').evaluate((el) => el.clientHeight)).toBeLessThan(820)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '旋转' }).click()
  await expect
    .poll(() => page.locator('[data-page="5"]').evaluate((el) => el.clientWidth > el.clientHeight))
    .toBe(true)
  await expect(page.locator('[data-page="5"] .textLayer')).toHaveAttribute('data-main-rotation', '90')
})

test('words of a PDF can be selected and copied', async ({ page, keyless }) => {
  const id = await sample(page, keyless, 'contract.pdf')
  await open(page, keyless, id)
  const line = page.locator('.textLayer span[role=presentation]').filter({ hasText: '养护范围' }).first()
  await expect(line).toBeVisible()
  const box = (await line.boundingBox())!
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
  expect((await page.evaluate(() => getSelection()?.toString() ?? '')).normalize('NFKC')).toContain(
    '养护范围',
  )
  // No selectable text extends beyond the sides of the page.
  const off = await page.evaluate(() => {
    const sheet = document.querySelector('.pdf-page')!.getBoundingClientRect()
    return [...document.querySelectorAll('.textLayer span')].filter((el) => {
      const r = el.getBoundingClientRect()
      return r.width > 0 && (r.left < sheet.left - 2 || r.right > sheet.right + 2)
    }).length
  })
  expect(off).toBe(0)
})

for (const [name, unit, quote, want] of [
  [
    'contract.docx',
    1,
    '逾期付款的，每日按应付金额的万分之三支付违约金',
    ['逾期付款的,每日按应付金额的万分之三支付违约金'],
  ],
  ['deck.pptx', 1, '', []],
  ['page.html', 1, '', []],
  ['notes.md', 1, '', []],
  ['book.epub', 1, '', []],
] as const) {
  test(`${name} flows`, async ({ page, keyless }) => {
    const id = await sample(page, keyless, name)
    await open(page, keyless, id, quote ? { page: String(unit), quote } : {})
    await expect(scroller(page)).toBeVisible()
    await expect(scroller(page).locator('p, h2, h3, li').first()).toBeVisible()
    if (quote) await expect.poll(() => marked(page, 'quote')).toEqual(want)
    // The search of the viewer finds a word that is on the page.
    const text = scroller(page).locator('p, li').filter({ hasNotText: '没有更多了' }).first()
    await expect(text).toBeVisible()
    const word = ((await text.textContent()) ?? '').trim().slice(0, 6)
    await page.keyboard.press('Control+f')
    await page.keyboard.insertText(word)
    await expect(page.getByRole('status').filter({ hasText: /^\d+ \/ \d+$/ })).toBeVisible()
    await expect.poll(async () => (await marked(page, 'now')).length).toBe(1)
  })
}

test('HTML is shown, never run', async ({ page, keyless }) => {
  const evil = `<!doctype html><title>x</title><script>document.title='owned'</script>
    <h1>安全的标题</h1><p>正文<img src=x onerror="window.owned=1"><a href="javascript:window.owned=1">链接</a></p>
    <iframe src="https://example.com"></iframe>`
  const id = await store(page, keyless, '坏.html', Buffer.from(evil))
  await open(page, keyless, id)
  await expect(page.getByText('安全的标题')).toBeVisible()
  expect(await page.evaluate(() => 'owned' in window)).toBe(false)
  expect(await page.title()).not.toContain('owned')
  expect(await scroller(page).locator('script, iframe, img, a').count()).toBe(0)
})

test('a workbook: tabs, cells by keyboard, a quoted cell, search', async ({ page, keyless }) => {
  const rows = Array.from(
    { length: 5000 },
    (_, i) => `${i % 2 ? '华东' : '华南'},${i * 3},${i === 4321 ? '含退货' : ''}`,
  )
  const id = await store(page, keyless, '销售.csv', Buffer.from(`大区,金额,备注\n${rows.join('\n')}\n`))
  await open(page, keyless, id, { page: '1', quote: '含退货' })
  const cell = page.locator('.cell.chosen')
  await expect(cell).toHaveText('含退货')
  await expect(cell).toHaveClass(/mark-quote/)
  await expect(page.locator('.cell-name')).toHaveText('C4323')
  // The first row is frozen, and only rows near the viewport are rendered.
  await expect(page.locator('.grid-row.frozen')).toContainText('大区')
  await expect(page.locator('.grid-row.frozen')).toBeInViewport()
  expect(await page.locator('.grid-row').count()).toBeLessThan(80)
  await page.locator('.grid-scroller').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('.cell-name')).toHaveText('B4323')
  await expect(page.locator('.cell-value')).toHaveText(String(4321 * 3))
  await page.keyboard.press('Control+Home')
  await expect(page.locator('.cell-name')).toHaveText('A1')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('12963')
  await expect(page.getByRole('status').filter({ hasText: '1 / 1' })).toBeVisible()
  await expect(page.locator('.cell.mark-now')).toHaveText('12963')

  const book = await sample(page, keyless, 'water.xlsx')
  await open(page, keyless, book)
  await expect(page.getByRole('tab')).toHaveText(['用水台账', '完成率', '内部核算'])
  await expect(page.locator('.cell').getByText('东干渠')).toBeVisible()
  const second = page.getByRole('tab', { name: '完成率' })
  await second.click()
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.cell').getByText('青衣江')).toBeVisible()
})

test('text and code: lines, colours, encodings, a quote', async ({ page, keyless }) => {
  const lines = Array.from({ length: 3000 }, (_, i) => `\tprintln("第${i + 1}行", ${i})`)
  const id = await store(
    page,
    keyless,
    '长.go',
    Buffer.from(`package main\n\nfunc main() {\n${lines.join('\n')}\n}\n`),
  )
  await open(page, keyless, id, { page: '1', quote: 'println("第2500行", 2499)' })
  await expect.poll(() => marked(page, 'quote')).toEqual(['println("第2500行",2499)'])
  await expect(page.locator('.code-line[data-n="2503"]')).toBeInViewport()
  await expect(page.locator('.code-view .hljs-string').first()).toBeVisible()
  expect(await page.locator('.code-line').count()).toBeLessThan(600)
  for (const [name, words] of [
    ['gbk.txt', /[\u4e00-\u9fff]{4}/],
    ['big5.txt', /[\u4e00-\u9fff]{4}/],
    ['utf16le.txt', /[\u4e00-\u9fff]{4}/],
  ] as const) {
    await open(page, keyless, await sample(page, keyless, name))
    await expect(page.locator('.code-line').first()).toBeVisible()
    const text = await page.locator('.code-view').textContent()
    expect(text).toMatch(words)
    expect(text).not.toContain('\ufffd')
  }
})

test('a picture is fitted, zoomed and turned', async ({ page, keyless }) => {
  const wide = await page.screenshot({ clip: { x: 0, y: 0, width: 1400, height: 700 } })
  const id = await store(
    page,
    keyless,
    '图.png',
    readFileSync(resolve(import.meta.dirname, '../public/icon-512.png')),
  )
  await open(page, keyless, id)
  const picture = page.getByRole('img', { name: '图.png' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((el) => el.clientWidth)).toBe(512)
  await page.keyboard.press('+')
  await expect.poll(() => picture.evaluate((el) => el.clientWidth)).toBe(563)
  await picture.dblclick()
  await expect.poll(() => picture.evaluate((el) => el.clientWidth)).toBe(512)

  // A picture that is larger than the window fills the window in one direction, also after a rotation.
  await open(page, keyless, await store(page, keyless, '大图.png', wide))
  const shape = () =>
    page.locator('.image-frame').evaluate((frame) => {
      const room = frame.closest('.image-view')!
      const filled = Math.max(
        frame.clientWidth / (room.clientWidth - 48),
        frame.clientHeight / (room.clientHeight - 48),
      )
      return { filled: filled.toFixed(2), shape: (frame.clientWidth / frame.clientHeight).toFixed(1) }
    })
  await expect.poll(shape).toEqual({ filled: '1.00', shape: '2.0' })
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '旋转' }).click()
  await expect.poll(shape).toEqual({ filled: '1.00', shape: '0.5' })
  await expect(page.getByRole('img', { name: '大图.png' })).toHaveAttribute('style', /rotate\(90deg\)/)
})

test('a locked PDF asks for its password', async ({ page, keyless }) => {
  const id = await sample(page, keyless, 'password.pdf')
  await open(page, keyless, id)
  const dialog = page.getByRole('dialog', { name: '输入密码' })
  await dialog.getByRole('textbox').fill('wrong')
  await dialog.getByRole('button', { name: '打开' }).click()
  await expect(dialog.getByText('密码错误')).toBeVisible()
  await dialog.getByRole('textbox').fill('wenqu')
  await dialog.getByRole('textbox').press('Enter')
  await expect(page.locator('.pdf-page canvas').first()).toBeVisible()
})

test('PDFs made to do harm, damaged, sideways or vertical', async ({ page, keyless }) => {
  const errors: string[] = []
  page.on('pageerror', (err) => errors.push(String(err)))
  for (const name of [
    'scripts.pdf',
    'badxref.pdf',
    'sideways.pdf',
    'vertical.pdf',
    'scanned.pdf',
    'columns.pdf',
  ]) {
    await open(page, keyless, await sample(page, keyless, name))
    await expect(page.locator('.pdf-page canvas').first(), name).toBeVisible()
  }
  const id = await store(page, keyless, '坏.pdf', Buffer.from('%PDF-1.7\nthis is no file'))
  await open(page, keyless, id)
  await expect(page.getByText('文件无法打开')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('alert').getByRole('button', { name: '下载' }).click()
  expect((await saving).suggestedFilename()).toBe('坏.pdf')
  expect(errors).toEqual([])
})

test("another visitor's file is not there, nor one that never was", async ({ page, browser, keyless }) => {
  const id = await sample(page, keyless, 'contract.docx')
  const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  for (const wrong of [id, 'nothing-of-this-name', '']) {
    await open(other, keyless, wrong)
    await expect(other.getByText('文件不存在')).toBeVisible()
  }
  await other.context().close()
})

test('a phone: tools below, panel over the page, nothing sticks out', async ({ page, keyless }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await store(page, keyless, '口袋.pdf', await book(page, 6))
  await open(page, keyless, id)
  await expect(page.locator('.pdf-page canvas').first()).toBeVisible()
  const bar = (await page.getByRole('toolbar', { name: '文件工具' }).boundingBox())!
  expect(bar.y + bar.height).toBeGreaterThan(840)
  await page.getByRole('button', { name: '目录' }).click()
  await page.getByRole('navigation', { name: '目录' }).getByRole('button', { name: /第4章/ }).click()
  await expect(page.getByRole('navigation', { name: '目录' })).toHaveCount(0)
  await expect(pageField(page)).toHaveValue('4')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`nothing for axe to find: ${theme}, ${width} px`, async ({ page, keyless }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['report.pdf', 'contract.docx', 'deck.pptx', 'water.xlsx', 'main.go']) {
        await open(page, keyless, await sample(page, keyless, name))
        await expect(
          page.locator('.pdf-page canvas, .prose-unit p, .slide-unit, .cell, .code-line').first(),
        ).toBeVisible()
        await accessible(page)
      }
    })
  }
}
