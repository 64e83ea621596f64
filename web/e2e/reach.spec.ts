import { accessible } from './people'
import { Chat, expect, test } from './wenqu'

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`nothing for axe to find: ${theme}, ${width} px`, async ({ page, connected }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const chat = new Chat(page)
      await chat.open(connected)
      await accessible(page)
      await chat.askWhole('源头活水')
      await accessible(page)
      for (const path of ['/history', '/setting', '/setting/model', '/nowhere']) {
        await page.goto(connected.url + path)
        await expect(page.getByRole('main')).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await accessible(page)
      }
    })
  }
}

test('the whole job by keyboard alone', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await expect(chat.composer).toBeFocused()
  await page.keyboard.type('45 乘以 2')
  await page.keyboard.press('Enter')
  await chat.whole()
  await expect(chat.last).toContainText('90')
  await page.keyboard.press('Control+Shift+o')
  await expect(page).toHaveURL(`${keyless.url}/`)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: '搜索' })).toBeFocused()
  await page.keyboard.type('45')
  await expect(page.getByRole('listbox', { name: '搜索结果' }).getByRole('option').first()).toContainText(
    '45 乘以 2',
  )
  await page.keyboard.press('Enter')
  await expect(chat.last).toContainText('90')
  // In the composer a question mark is text; elsewhere, the key opens the list of shortcuts.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Enter that belongs to an input method sends nothing', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.composer.focus()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
  await cdp.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Process',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  await expect(chat.answers).toHaveCount(0)
  await cdp.send('Input.insertText', { text: '你好' })
  await expect(chat.composer).toHaveValue('你好')
  await expect(page).toHaveURL(`${keyless.url}/`)
})

test('on a phone the sidebar lies over the page at 80 %', async ({ page, keyless }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = new Chat(page)
  await chat.open(keyless)
  await page.getByRole('button', { name: '展开侧栏' }).click()
  const side = page
    .getByRole('dialog', { name: '侧栏' })
    .or(page.getByRole('complementary', { name: '侧栏' }))
  await expect(side).toBeInViewport({ ratio: 0.9 })
  expect(Math.round((await side.boundingBox())?.width ?? 0)).toBe(312)
  await page.keyboard.press('Escape')
  await expect(side).toHaveCount(0)
  await chat.askWhole('100 华氏度是多少摄氏度')
  await expect(chat.last).toContainText('37.7778')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('in a low window the conversations can be reached in the sidebar', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await page.setViewportSize({ width: 390, height: 500 })
  await chat.open(keyless)
  await chat.askWhole('8 乘以 9')
  for (const size of [
    { width: 390, height: 500 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    const open = page.getByRole('button', { name: '展开侧栏' })
    if (await open.isVisible()) await open.click()
    await expect(page.getByRole('button', { name: '访客' })).toBeInViewport({ ratio: 1 })
    const list = page.getByRole('navigation', { name: '对话列表' })
    await list.getByRole('link').first().scrollIntoViewIfNeeded()
    await expect(list.getByRole('link').first()).toBeInViewport({ ratio: 0.9 })
    expect((await list.boundingBox())!.height).toBeGreaterThanOrEqual(160)
    await page.keyboard.press('Escape')
  }
})

for (const [locale, composer] of [
  ['zh-CN', '输入问题'],
  ['zh-TW', '輸入問題'],
  ['en-US', /question/i],
] as const) {
  test(`speaks ${locale}`, async ({ browser, keyless }) => {
    const page = await browser.newPage({ locale })
    await page.goto(keyless.url)
    await expect(page.getByRole('textbox', { name: composer })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale === 'en-US' ? 'en' : locale)
    await page.close()
  })
}

test('the dark theme is there before the first paint', async ({ page, keyless }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(keyless.url, { waitUntil: 'commit' })
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
})
