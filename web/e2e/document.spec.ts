// Files in the composer, in questions and in the library, against the real server.
import { Attachments, contract, marked, picture, sample } from './files'
import { accessible } from './people'
import { Chat, expect, test } from './wenqu'

test('a PDF is sent and asked, and the cited page opens with the quote marked', async ({
  page,
  browser,
  keyless,
}) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(keyless)
  await files.choose(await contract(browser))
  await files.read()
  await expect(files.list).toContainText('2 页')
  await expect(chat.composer).toBeFocused()
  await expect(chat.composer).toHaveAttribute('placeholder', '总结这份文件')
  await chat.askWhole('押金什么时候退还？')
  await expect(chat.last).toContainText('七个工作日内无息退还押金')
  const card = page.getByRole('link', { name: /租房合同/ }).first()
  await expect(card).toHaveAttribute('href', /^\/tool\/file-viewer\?id=/)

  await chat.last.locator('.cite').first().click()
  const beside = page.getByRole('complementary', { name: '租房合同.pdf' })
  await expect(beside.getByRole('textbox', { name: /页码/ })).toHaveValue('2')
  await expect.poll(async () => (await marked(page, 'quote')).join('')).toContain('无息退还押金')
  await beside.getByRole('button', { name: '关闭' }).click()
  await expect(beside).toHaveCount(0)

  // A later question is asked about the same file, which does not contain the answer.
  await chat.askWhole('承租人可以养宠物吗？')
  await expect(chat.last).toContainText('没有找到')

  await page.reload()
  await expect(page.getByRole('link', { name: /租房合同/ }).first()).toBeVisible()
})

/**
 * For each file, five questions, each with a part of the expected answer. The file does not contain the answer to
 * the last question.
 */
const asked: Record<string, [question: string, answer: string][]> = {
  'report.pdf': [
    ['灌溉面积的总和是多少？', '210.9'],
    ['面积以什么时候的测量为准？', '夏收时'],
    ['用水量含城市供水吗？', '不含城市供水'],
    ['哪里的数据是初步统计？', '彭州'],
    ['灌区的负责人叫什么名字？', '没有找到'],
  ],
  'contract.docx': [
    ['东干渠全长多少？', '十八点六公里'],
    ['甲方是谁？', '青衣江灌区管理处'],
    ['养护费每年多少？', '四十六万八千元'],
    ['合同什么时候生效？', '自签字之日起生效'],
    ['乙方的注册资本是多少？', '没有找到'],
  ],
  'water.xlsx': [
    ['水量最大的渠段是哪个？', '东干渠'],
    ['总水量是多少？', '20,800.5'],
    ['按渠段统计水量', '8,300'],
    ['水费合计多少？', '2,745.06'],
    ['哪个渠段由王五负责？', '没有找到'],
  ],
  'deck.pptx': [
    ['2025 年计划衬砌多少公里？', '四十公里'],
    ['2024 年完成衬砌多少？', '三十二公里'],
    ['汇报人是谁？', '周水清'],
    ['每公里每年少漏水多少？', '十二万立方米'],
    ['公司的股价是多少？', '没有找到'],
  ],
}

for (const [name, questions] of Object.entries(asked)) {
  test(`${name} of another program: four questions answered from it, and the fifth refused`, async ({
    page,
    keyless,
  }) => {
    const chat = new Chat(page)
    const files = new Attachments(page)
    await chat.open(keyless)
    await files.choose(sample(name))
    await files.read()
    for (const [question, answer] of questions) {
      await chat.askWhole(question)
      await expect(chat.last).toContainText(answer)
      if (answer === '没有找到') continue
      await chat.last.locator('.cite').first().click()
      const beside = page.getByRole('complementary', { name })
      await expect(beside).toBeVisible()
      // In a spreadsheet the cells are marked. In any other file the words are marked.
      if (name.endsWith('.xlsx')) await expect(beside.locator('.mark-quote').first()).toBeVisible()
      else await expect.poll(async () => (await marked(page, 'quote')).join('')).not.toBe('')
      await beside.getByRole('button', { name: '关闭' }).click()
    }
  })
}

test('with a model: what it cites is in the file, and what it makes up is not cited', async ({
  page,
  connected,
}) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(connected)
  await files.choose(sample('contract.docx'))
  await files.read()
  await chat.askWhole('逾期付款怎么办？')
  // The provider gives right citations. It adds an unknown source number, a made-up quote and an
  // unsupported claim.
  await expect(chat.last).toContainText('文件里写着')
  await expect(chat.last).toContainText('随时作废')
  await expect(chat.last).not.toContainText('citation')
  for (const made of ['随时作废', '外星人']) {
    await expect(chat.last.locator('p', { hasText: made }).locator('.cite')).toHaveCount(0)
  }
  const cited = chat.last.locator('p', { hasText: '文件里写着' })
  const quote = /“(.+?)”/.exec((await cited.textContent()) ?? '')?.[1] ?? ''
  expect(quote).not.toBe('')
  await cited.locator('.cite').first().click()
  await expect
    .poll(async () => (await marked(page, 'quote')).join(''))
    .toContain(quote.slice(0, 8).normalize('NFKC'))
})

test('files are dropped anywhere and pasted; a question needs no words', async ({
  page,
  browser,
  keyless,
}) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(keyless)
  const paper = await contract(browser)
  await files.drag([paper], 'over')
  await expect(page.getByText('松开即可上传')).toBeVisible()
  await files.drag([paper])
  await expect(page.getByText('松开即可上传')).toHaveCount(0)
  await files.read()
  await expect(page.getByRole('button', { name: '翻译' })).toHaveCount(0)
  await page.getByRole('button', { name: '列出大纲' }).click()
  await chat.whole()
  await expect(chat.last).toContainText('第三条')

  const shot = await picture(browser)
  await chat.composer.focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.items.add(
      new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], '白板.png', { type: 'image/png' }),
    )
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, shot.buffer.toString('base64'))
  await files.read()
  await page.getByRole('button', { name: '发送' }).click()
  await chat.whole()
  await page.getByRole('button', { name: '查看 白板.png' }).click()
  const large = page.getByRole('dialog', { name: '白板.png' })
  await expect(large.getByRole('img')).toBeVisible()
  expect(await large.getByRole('img').evaluate((el: HTMLImageElement) => el.naturalWidth)).toBe(320)
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
})

test('files wait for their question through a reload and a refused send', async ({
  page,
  browser,
  keyless,
}) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(keyless)
  await files.choose([await contract(browser, '甲.pdf'), await contract(browser, '乙.pdf')])
  await files.read(2)
  await page.reload()
  await expect(files.list.getByRole('listitem')).toHaveCount(2)

  await page.route('**/api/chat/*', (route) =>
    route.fulfill({ status: 413, json: { error: { code: '20005', message: '太长了' } } }),
  )
  await chat.ask('比一比这两份')
  await expect(page.getByRole('alert')).toContainText('太长了')
  await expect(files.list.getByRole('listitem')).toHaveCount(2)
  await expect(chat.composer).toHaveValue('比一比这两份')
  await page.unroute('**/api/chat/*')
  await page.getByRole('button', { name: '移除 乙.pdf' }).click()
  await chat.composer.press('Enter')
  await chat.whole()
  await expect(page.getByRole('link', { name: /甲/ }).first()).toBeVisible()
  await expect(files.list).toHaveCount(0)
})

test('an upload goes on after a lost connection, and can be cancelled', async ({
  page,
  browser,
  keyless,
}) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(keyless)
  let lost = 0
  await page.route('**/api/resource/upload/*', (route) =>
    route.request().method() === 'PUT' && lost++ === 0 ? route.abort('connectionreset') : route.continue(),
  )
  await files.choose(await contract(browser))
  await files.read()
  expect(lost).toBe(2)

  await page.route('**/api/resource/upload/*', () => {}) // the request is never answered
  await files.choose(await contract(browser, '慢.pdf'))
  const send = page.getByRole('button', { name: '发送' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await expect(send).toHaveAttribute('aria-description', '文件还在上传，传完就能发送')
  await page.getByRole('button', { name: '取消上传 慢.pdf' }).click()
  await expect(files.list.getByRole('listitem')).toHaveCount(1)
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
})

test('what cannot be sent is said before it is sent', async ({ page, browser, keyless }) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(keyless)
  const sent: string[] = []
  page.on('request', (r) => r.url().includes('genUploadInfo') && sent.push(r.url()))
  const refused = async (name: string, size: number, text: string, mimeType = '') => {
    await files.drag([{ name, mimeType, buffer: Buffer.alloc(size) }])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(page.getByText(text, { exact: true })).toHaveCount(0)
  }
  await refused('大图.png', 31_457_281, '文件大小超过30\u00a0MB，请调整后重试', 'image/png')
  await refused('空.txt', 0, '文件是空的，没有内容可读')
  await refused('安装.exe', 8, '暂不支持这种文件，请转成 PDF、Word 或文本后上传')
  await refused('计划.smartcanvas', 8, '请先绑定文档账号')
  expect(sent).toEqual([])
  // A file with the wrong content for its extension stays in the list and can be removed.
  await files.drag([
    { name: '假的.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0 not a PDF') },
  ])
  await files.read()
  await expect(files.list).toContainText('假的.pdf')
  await expect(page.getByRole('button', { name: '移除 假的.pdf' })).toBeVisible()

  const single = new Chat(page)
  await single.open(keyless, '/?container=news')
  await files.drag([await contract(browser, '甲.pdf'), await contract(browser, '乙.pdf')])
  await expect(page.getByText('乙.pdf：单次仅可上传一个文档，多文档请分别上传')).toBeVisible()
  await expect(files.list).toContainText('甲.pdf')
  await expect(files.list).not.toContainText('乙.pdf')
})

test('a locked PDF asks for its password', async ({ page, keyless }) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(keyless)
  await files.choose(sample('password.pdf'))
  await files.read()
  await expect(files.list).toContainText('需要密码')
  await expect(page.getByRole('button', { name: '发送' })).toHaveAttribute('aria-disabled', 'true')
  const open = async (password: string) => {
    await page.getByRole('button', { name: '输入 password.pdf 的密码' }).click()
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await files.read()
  }
  await open('wrong')
  await expect(files.list).toContainText('需要密码')
  await open('wenqu')
  await expect(files.list).toContainText('页')
  await chat.askWhole('东干渠全长多少？')
  await expect(chat.last).toContainText('十八点六公里')
})

test('the library: find, rename, ask, see where it was used, delete', async ({ page, browser, keyless }) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await page.goto(`${keyless.url}/mine`)
  await expect(page.getByText('还没有文件')).toBeVisible()
  await files.drag([await contract(browser), await picture(browser)])
  const list = page.getByRole('list', { name: '我的文件' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText('2 页')
  await expect(list).toContainText('320 × 200')
  await page.getByRole('button', { name: '图片 1' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: '全部 2' }).click()

  await list.getByRole('link', { name: /租房合同/ }).press('F2')
  const field = page.getByRole('textbox', { name: '新的文件名' })
  await field.press('ControlOrMeta+a')
  await field.pressSequentially('滨江路租约.pdf')
  await field.press('Enter')
  await expect(list.getByRole('link', { name: /滨江路租约/ })).toBeVisible()

  await page.getByRole('textbox', { name: '搜索文件名和内容' }).fill('违约金')
  const hit = page.getByRole('link', { name: /支付一个月租金作为违约金/ })
  await hit.click()
  await expect(page).toHaveURL(/\/tool\/file-viewer\?id=.*page=2/)
  await page.goBack()
  await expect(hit).toBeVisible()
  await page.getByRole('button', { name: '清除搜索' }).click()

  const menu = async (entry: string) => {
    await list.getByRole('button', { name: '更多操作：滨江路租约.pdf' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await menu('问问这份文件')
  await expect(page).toHaveURL(`${keyless.url}/`)
  await files.read()
  await chat.askWhole('租金是多少？')
  await expect(chat.last).toContainText('4,500')
  const conversation = page.url()

  await page.getByRole('link', { name: '我的文件' }).click()
  await menu('使用记录')
  await page.getByRole('dialog').getByRole('link').first().click()
  await expect(page).toHaveURL(conversation)

  await page.goto(`${keyless.url}/wenqu-docs`)
  await menu('多选')
  await page.getByRole('checkbox', { name: '全选' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('还没有文件')).toBeVisible()
})

test('a visitor sees nothing of another’s files', async ({ page, browser, keyless }) => {
  const chat = new Chat(page)
  const files = new Attachments(page)
  await chat.open(keyless)
  await files.choose(await picture(browser), /^图片/)
  await files.read()
  const kept = await page.evaluate(() => localStorage.getItem('wenqu.files') ?? '{}')
  const [doc] = (JSON.parse(kept) as { new: { id: string; url: string; thumbUrl: string }[] }).new
  expect(doc).toBeTruthy()
  expect((await page.request.get(keyless.url + doc!.url)).status()).toBe(200)

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await new Chat(theirs).open(keyless)
  await new Chat(theirs).askWhole('1 加 1')
  for (const path of [doc!.url, doc!.thumbUrl, `/api/resource/v1/download?resourceId=${doc!.id}`]) {
    expect((await theirs.request.get(keyless.url + path)).status(), path).toBe(404)
  }
  await theirs.goto(`${keyless.url}/mine`)
  await expect(theirs.getByText('还没有文件')).toBeVisible()
  await other.close()
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`files by keyboard, and nothing for axe to find: ${theme}, ${width} px`, async ({
    page,
    browser,
    keyless,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const chat = new Chat(page)
    const files = new Attachments(page)
    await chat.open(keyless)
    await page.getByRole('button', { name: '添加文件' }).focus()
    await page.keyboard.press('Enter')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: /^文件/ }).press('Enter')
    await (await choosing).setFiles([await contract(browser, '甲.pdf'), await picture(browser)])
    await files.read(2)
    await accessible(page)
    await page.getByRole('button', { name: '移除 甲.pdf' }).press('Enter')
    await expect(page.getByRole('button', { name: '移除 白板.png' })).toBeFocused()
    await chat.ask('这张图是什么颜色？')
    await chat.whole()
    await accessible(page)
    await page.goto(`${keyless.url}/mine`)
    await expect(page.getByRole('list', { name: '我的文件' }).getByRole('listitem')).toHaveCount(2)
    await accessible(page)
    await page.getByRole('textbox', { name: '搜索文件名和内容' }).fill('押金')
    await expect(page.getByRole('link', { name: /无息退还押金/ })).toBeVisible()
    await accessible(page)
  })
}
