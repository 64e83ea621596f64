import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSensitive, signature } from './signing'

it.each([
  ['/api/chat/abc', true],
  ['/api/chat/repeat/abc', true],
  ['/api/chat', true],
  ['/api/anon/login', true],
  ['/api/joint/login', true],
  ['/api/user/agent/conversation/create', true],
  ['/api/user/agent/conversation/list', false],
  ['/api/info/general', false],
  ['/api/chatter', false],
])('%s sensitive: %s', (path, want) => expect(isSensitive(path)).toBe(want))

it('is the HMAC-SHA256 that the server computes', async () => {
  const body = '{"prompt":"问"}'
  const set = await signature('密钥', 'post', '/api/chat/abc', body, 1_700_000_000_000, 'nonce')
  const hash = createHash('sha256').update(body).digest('hex')
  const text = `POST\n/api/chat/abc\n1700000000000\nnonce\n${hash}`
  expect(set).toEqual({
    'X-Wenqu-Timestamp': '1700000000000',
    'X-Wenqu-Nonce': 'nonce',
    'X-Wenqu-Signature': createHmac('sha256', '密钥').update(text).digest('hex'),
  })
})

it('uses a fresh nonce each time', async () => {
  const nonce = async () => (await signature('k', 'GET', '/', '', 0))['X-Wenqu-Nonce']
  expect(await nonce()).not.toBe(await nonce())
})
