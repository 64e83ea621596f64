// A conversation is shared with a password and an expiry, read without scripts, continued, drawn as a poster,
// exported, and revoked.
import { Attachments, picture } from './files'
import { accessible } from './people'
import { Chat, expect, test } from './wenqu'

const cid = 'conversation-shared'
const answer = `押金按两个月租金收取[citation:1]。

| 项目 | 金额 |
| --- | ---: |
| 押金 | 13,000 |

$$\\sum_{i=1}^{n} x_i = \\frac{a}{b}$$

\`\`\`go
func rent() int { return 6500 }
\`\`\``

const archive = {
  format: 'wenqu',
  version: 1,
  conversations: [
    {
      cid,
      title: '押金怎么算',
      createdAt: 1_760_000_000_000,
      leaf: 2,
      messages: [
        { index: 1, speaker: 'human', prompt: '押金怎么算？', createdAt: 1_760_000_000_000 },
        {
          index: 2,
          parent: 1,
          speaker: 'ai',
          createdAt: 1_760_000_000_000,
          versions: [
            {
              state: 'done',
              text: answer,
              parts: [
                { type: 'text', msg: answer },
                {
                  type: 'searchGuid',
                  title: '来源',
                  docs: [
                    {
                      index: 1,
                      docId: 'w',
                      title: '租房指南',
                      url: 'https://example.com/rent',
                      quote: '两个月',
                      kind: 'web',
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}

test('a share: password, no script, a copy, a poster, a file, revoked', async ({
  page,
  browser,
  keyless,
}) => {
  await page.goto(keyless.url)
  await expect(page.getByRole('textbox', { name: '输入问题' })).toBeVisible()
  const brought = await page.evaluate(async (body) => {
    const res = await fetch('/api/data/import', { method: 'POST', body: JSON.stringify(body) })
    return `${res.status} ${await res.text()}`
  }, archive)
  expect(brought).toContain('200')
  await page.goto(`${keyless.url}/chat/naQivTmsDa/${cid}`)
  const chat = new Chat(page)
  const attached = new Attachments(page)
  await attached.choose(await picture(browser), /图片/)
  await attached.read()
  await chat.askWhole('这张图是什么颜色？')
  await page.getByRole('button', { name: '分享对话' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('标题').fill('租房押金')
  await dialog.getByLabel('有效期').selectOption('7')
  await dialog.getByLabel('密码（可不设）').fill('一二三四')
  await dialog.getByLabel('问题里的文件').selectOption('content')
  await dialog.getByRole('button', { name: '创建分享' }).click()
  const link = await dialog.getByLabel('分享链接').inputValue()
  expect(link).toMatch(/\/s\/[a-z0-9]{26}$/)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载 Word' }).click()
  expect((await saving).suggestedFilename()).toBe('租房押金.docx')

  // Without scripts everything is readable after the password is entered.
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'zh-CN' })
  const reader = await plain.newPage()
  await reader.goto(link)
  await expect(reader.getByText('押金怎么算')).toHaveCount(0)
  await reader.getByLabel('密码').fill('不对不对')
  await reader.getByRole('button', { name: '查看' }).click()
  await expect(reader.getByRole('alert')).toContainText('密码不正确')
  await reader.getByLabel('密码').fill('一二三四')
  await reader.getByRole('button', { name: '查看' }).click()
  await expect(reader.getByRole('heading', { name: '租房押金' })).toBeVisible()
  await expect(reader.getByRole('cell', { name: '13,000' })).toBeVisible()
  await expect(reader.locator('math')).toHaveCount(1)
  await expect(reader.getByText('func rent()')).toBeVisible()
  await expect(reader.locator('pre .k').first()).toHaveText('func')
  const drawn = reader.getByRole('img', { name: '白板.png' })
  await drawn.scrollIntoViewIfNeeded()
  await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  const pictureAt = new URL((await drawn.getAttribute('src')) ?? '', link).href
  const cookies = (await plain.cookies()).map((c) => `${c.name}=${c.value}`).join('; ')
  await expect(reader.getByRole('link', { name: '租房指南' })).toHaveAttribute(
    'href',
    'https://example.com/rent',
  )
  await plain.close()

  // A visitor continues with a copy.
  const other = await browser.newContext({ locale: 'zh-CN' })
  const visitor = await other.newPage()
  const broken: string[] = []
  visitor.on('console', (m) => m.type() === 'error' && broken.push(m.text()))
  await visitor.goto(link)
  await visitor.getByLabel('密码').fill('一二三四')
  await visitor.getByRole('button', { name: '查看' }).click()
  const like = visitor.getByRole('button', { name: /赞/ })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(broken).toEqual([])
  await accessible(visitor)
  await visitor.getByRole('button', { name: '继续提问' }).click()
  await expect(visitor.getByRole('textbox', { name: '输入问题' })).toBeVisible()
  await expect(visitor.getByText('押金按两个月租金收取')).toBeVisible()
  await other.close()

  // The share is drawn as a poster and then revoked.
  await page.goto(link.replace('/s/', '/poster?id='))
  await page.getByLabel('这个分享需要密码').fill('一二三四')
  await page.getByRole('button', { name: '查看' }).click()
  await expect(page.getByRole('img', { name: /海报，第 1 张/ })).toBeVisible()
  // The poster contains the teal picture.
  const teal = () =>
    page.getByRole('img', { name: /海报，第 1 张/ }).evaluate((img: HTMLImageElement) => {
      const canvas = document.createElement('canvas')
      canvas.width = img.naturalWidth
      canvas.height = img.naturalHeight
      const context = canvas.getContext('2d')!
      context.drawImage(img, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      let count = 0
      for (let i = 0; i < data.length; i += 4) if (data[i] === 0x2a && data[i + 1] === 0x7f) count++
      return count
    })
  expect(await teal()).toBeGreaterThan(50_000)
  const drawing = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存图片' }).click()
  expect((await drawing).suggestedFilename()).toBe('租房押金.png')
  await page.goto(`${keyless.url}/share`)
  await expect(page.getByText(/有密码 · .*1 个赞/)).toBeVisible()
  expect((await page.request.get(pictureAt, { headers: { cookie: cookies } })).status()).toBe(200)
  await page.getByRole('button', { name: '撤回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await expect(page.getByText('还没有分享')).toBeVisible()
  expect((await page.request.get(pictureAt, { headers: { cookie: cookies } })).status()).toBe(404)
  expect((await page.goto(link))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '看不到这个分享' })).toBeVisible()
})
