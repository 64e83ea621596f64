import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boot } from '@/lib/boot'
import { addressOf, send } from './client'
import { ApiError, errorText } from './errors'
import { agentHeader, commonHeaders, deviceId, WEB_VERSION } from './headers'

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.unstubAllGlobals()
  boot.signing = null
})

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  fetchMock.mockResolvedValue(new Response(body, { status, headers }))

async function failure(): Promise<ApiError> {
  const err = await send('POST', '/api/x', {}).catch((e: unknown) => e)
  expect(err).toBeInstanceOf(ApiError)
  return err as ApiError
}

describe('headers', () => {
  it('are all there', () => {
    expect(commonHeaders()).toMatchObject({
      'X-Requested-With': 'XMLHttpRequest',
      chat_version: 'v1',
      'X-WebVersion': WEB_VERSION,
      'X-Source': 'web',
      platform: expect.stringMatching(/^(win|mac|linux|ios|android)$/),
      'X-Language': 'zh-CN',
      language: 'zh-CN',
      'X-Device-Id': expect.stringMatching(/^[\w-]{16}$/),
      channel: 'web',
      'X-AgentID': 'naQivTmsDa',
    })
    expect(WEB_VERSION).toBe('2.43.11')
  })

  it('keep the device id', () => expect(deviceId()).toBe(deviceId()))

  it.each([
    ['/', 'd'],
    ['/chat', 'd'],
    ['/chat/abc', 'abc'],
    ['/chat/abc/12345678', 'abc/12345678'],
    ['/chat/abc/12345678/more', 'abc/12345678'],
    ['/chatter/abc', 'd'],
    ['/setting', 'd'],
  ])('name the agent of %s: %s', (path, want) => expect(agentHeader(path, 'd')).toBe(want))
})

describe('send', () => {
  it('sends the cookie, JSON and the caller’s headers', async () => {
    answer(200, '{}')
    await send('POST', '/api/x', { a: 1 }, { headers: { 'X-Request-Id': 'r1' } })
    const [path, init] = fetchMock.mock.calls[0]!
    expect(path).toBe('/api/x')
    expect(init).toMatchObject({ method: 'POST', body: '{"a":1}', credentials: 'same-origin' })
    expect(init!.headers).toMatchObject({ 'Content-Type': 'application/json', 'X-Request-Id': 'r1' })
    expect(JSON.stringify(init!.headers)).not.toMatch(/X-Token|Authorization/i)
  })

  it('signs sensitive paths only, and only where signing is on', async () => {
    answer(200, '{}')
    const signed = (n: number) => 'X-Wenqu-Signature' in (fetchMock.mock.calls[n]![1]!.headers as object)
    await send('POST', '/api/chat/12345678', {})
    boot.signing = { key: 'k' }
    await send('POST', '/api/chat/12345678', {})
    await send('POST', '/api/user/agent/conversation/list', {})
    expect([signed(0), signed(1), signed(2)]).toEqual([false, true, false])
  })

  it('leaves an own abort an abort', async () => {
    fetchMock.mockRejectedValue(new DOMException('', 'AbortError'))
    const err = await send('GET', '/api/x').catch((e: unknown) => e)
    expect((err as Error).name).toBe('AbortError')
    expect(errorText(err)).toBeNull()
  })
})

describe('errors', () => {
  it('carry code, sentence, status, retry time and trace', async () => {
    answer(429, '{"error":{"code":"20006","message":"请稍后再试"},"msg":"请稍后再试"}', {
      'retry-after': '7',
      'x-traceid': 't1',
    })
    expect(await failure()).toMatchObject({
      code: '20006',
      message: '请稍后再试',
      status: 429,
      retryAfter: 7,
      traceId: 't1',
    })
  })

  it.each([
    ['errorMessage before all', 500, '{"errorMessage":"甲","error":{"message":"乙"}}', '甲'],
    ['error.message', 500, '{"error":{"message":"乙"},"msg":"丙"}', '乙'],
    ['msg', 500, '{"msg":"丙"}', '丙'],
    ['a proxy’s page', 502, '<html>', '服务异常'],
    ['an empty body', 500, '', '服务异常'],
    ['a body that is no object', 500, '[1]', '服务异常'],
    ['401', 401, '', '登录过期，请重新登录'],
    ['403', 403, '', '访问异常'],
  ])('read %s', async (_, status, body, want) => {
    answer(status, body)
    expect((await failure()).message).toBe(want)
  })

  it('say 网络异常, but not while the offline bar says it', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    const err = await failure()
    expect(err).toMatchObject({ code: '80001', status: 0, isNetwork: true })
    expect(errorText(err)).toBe('网络异常，请稍后重试')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(errorText(err)).toBeNull()
  })

  it('say when a call took too long', async () => {
    fetchMock.mockRejectedValue(new DOMException('', 'TimeoutError'))
    expect(await failure()).toMatchObject({ code: '80004', message: '请求超时，请稍后重试' })
  })
})

describe('addressOf', () => {
  it('fills in names and adds a query', () => {
    expect(addressOf('/api/chat/{cid}/tools/{id}', { path: { cid: 'a', id: '甲/乙' } })).toBe(
      '/api/chat/a/tools/%E7%94%B2%2F%E4%B9%99',
    )
    expect(addressOf('/api/x', { query: { from: 3, not: undefined } })).toBe('/api/x?from=3')
  })

  it('refuses a name without a value', () => {
    expect(() => addressOf('/api/chat/{cid}')).toThrow('cid')
  })
})
