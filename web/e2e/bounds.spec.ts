// Access rules: visitors are isolated from each other, other sites are refused, and landing addresses only fill the
// composer.
import { createServer } from 'node:http'
import { Chat, expect, test } from './wenqu'

test('two visitors know nothing of each other', async ({ browser, keyless }) => {
  const mine = await browser.newContext()
  const chat = new Chat(await mine.newPage())
  await chat.open(keyless)
  await chat.askWhole('11 乘以 11')
  const path = new URL(chat.page.url()).pathname
  const cid = path.split('/').at(-1) ?? ''

  const theirs = await browser.newContext()
  const other = new Chat(await theirs.newPage())
  await other.open(keyless)
  await other.askWhole('1 加 1')
  await other.page.goto(keyless.url + path)
  await expect(other.page.getByText('没有找到这个对话')).toBeVisible()
  const refused = await other.page.evaluate(
    async ([id]) => {
      const calls: [string, object][] = [
        ['/api/user/agent/conversation/v1/detail', { conversationId: id }],
        ['/api/user/agent/conversation/top', { conversationId: id, top: true }],
        ['/api/user/agent/conversation/update', { conversationId: id, title: 'x' }],
        ['/api/user/agent/conversation/v1/delete', { cid: id }],
        ['/api/user/agent/conversation/continue', { conversationId: id }],
        ['/api/stop/chat', { cid: id }],
        [`/api/chat/repeat/${id}`, { index: 2 }],
      ]
      return Promise.all(
        calls.map(async ([url, body]) => {
          const r = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
          return `${url.replace(id ?? '', '…')} ${r.status}`
        }),
      )
    },
    [cid],
  )
  for (const line of refused) expect(line).toMatch(/ 404$/)
  await chat.page.reload()
  await expect(chat.last).toContainText('121')
  await mine.close()
  await theirs.close()
})

test('a page of another origin can do nothing', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless)
  await chat.askWhole('2 加 3')
  const evil = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end('<title>evil</title>'))
  await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done))
  const address = evil.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await page.goto(`http://127.0.0.1:${port}/`)
  const tried = await page.evaluate(async (url) => {
    const send = (path: string, init: RequestInit) =>
      fetch(url + path, { credentials: 'include', ...init }).then(
        (r) => `${r.type} ${r.status}`,
        () => 'refused',
      )
    return {
      plain: await send('/api/user/agent/conversation/clear', { method: 'POST', body: '{}', mode: 'cors' }),
      blind: await send('/api/user/agent/conversation/clear', {
        method: 'POST',
        body: '{}',
        mode: 'no-cors',
      }),
      read: await send('/api/user/agent/conversation/list', { method: 'POST', body: '{}' }),
    }
  }, keyless.url)
  expect(tried).toEqual({ plain: 'refused', blind: 'refused', read: 'refused' })
  evil.close()
  await page.goto(keyless.url)
  await expect(
    page.getByRole('navigation', { name: '对话列表' }).getByRole('link', { name: /2 加 3/ }),
  ).toBeVisible()
})

test('a landing prompt waits in the composer', async ({ page, keyless }) => {
  const chat = new Chat(page)
  await chat.open(keyless, '/?prompt=%E4%BD%A0%E5%A5%BD%3Cscript%3E&from=wxnews')
  await expect(chat.composer).toHaveValue('你好<script>')
  await expect(chat.answers).toHaveCount(0)
})

test('an unknown address is a page of its own, with 404', async ({ page, keyless }) => {
  const answer = await page.goto(`${keyless.url}/nowhere/at/all`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('页面不存在')).toBeVisible()
})

test('the page is served with a strict policy', async ({ page, keyless }) => {
  const answer = await page.goto(keyless.url)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
  expect(policy).toContain("frame-ancestors 'none'")
})
