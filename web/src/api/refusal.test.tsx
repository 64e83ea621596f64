import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { get, post } from './client'
import { ApiError, errorText } from './errors'
import { closeGate, isOpenCall, openGate } from './gate'
import { hostMessage, onRefusal } from './refusal'

let answers: Record<string, () => Response>
let sent: string[]

beforeEach(() => {
  sent = []
  answers = {}
  vi.stubGlobal('fetch', async (path: string) => {
    sent.push(path)
    return answers[path]?.() ?? new Response('{"code":0}')
  })
})
afterEach(() => {
  openGate()
  onRefusal({})
  vi.unstubAllGlobals()
})

const fails = (status: number, code: string, message: string) => () =>
  new Response(JSON.stringify({ error: { code, message } }), { status })
const list = '/api/user/agent/conversation/list'
const page = { agentId: '', offset: 0, limit: 1 }

it('holds back all calls but those of a login, and then lets them go', async () => {
  closeGate()
  const held = post(list, page)
  await get('/api/getuserinfo')
  await get('/api/info/general')
  expect(sent).toEqual(['/api/getuserinfo', '/api/info/general'])
  openGate()
  await held
  expect(sent).toContain(list)
})

it('lets a waiting call be given up', async () => {
  closeGate()
  const stop = new AbortController()
  const held = post(list, page, { signal: stop.signal })
  stop.abort()
  await expect(held).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent).toEqual([])
})

it('knows the calls that a login needs', () => {
  for (const path of [
    '/api/joint/login',
    '/api/login/getverificationcode',
    '/api/v5/accountLogic/login/config',
  ]) {
    expect([path, isOpenCall(path)]).toEqual([path, true])
  }
  for (const path of ['/api/chat/abcdefgh', '/api/user/docs/list', '/api/jointly']) {
    expect([path, isOpenCall(path)]).toEqual([path, false])
  }
})

it('asks for one login when five calls fail at once, and says it once', async () => {
  answers[list] = fails(401, '23000', '登录已过期，请重新登录')
  let over = (_: boolean) => {}
  const login = vi.fn(
    () =>
      new Promise<boolean>((done) => {
        over = done
      }),
  )
  onRefusal({ login })
  const all = Promise.all(
    Array.from({ length: 5 }, () => post(list, page).catch((err: unknown) => err as ApiError)),
  )
  await waitFor(() => expect(sent).toHaveLength(5))
  await waitFor(() => expect(login).toHaveBeenCalledTimes(1))
  over(false)
  expect((await all).map((err) => errorText(err)).filter(Boolean)).toEqual(['登录已过期，请重新登录'])
  expect(sent).toHaveLength(5)
})

it('sends what was refused again, once, when somebody has logged in', async () => {
  answers[list] = fails(401, '23001', '请先登录')
  const login = vi.fn(async () => {
    answers[list] = () => new Response('{"code":0,"conversations":[]}')
    return true
  })
  onRefusal({ login })
  expect(await post(list, page)).toMatchObject({ code: 0 })
  expect(sent).toEqual([list, list])
  answers[list] = fails(401, '23001', '请先登录')
  onRefusal({ login: async () => true })
  await expect(post(list, page)).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(4)
})

it('asks for a proof where the server wants one', async () => {
  answers[list] = fails(428, '6009', '请先验证身份')
  const prove = vi.fn(async () => {
    answers[list] = () => new Response('{"code":0}')
    return true
  })
  onRefusal({ prove })
  await post(list, page)
  expect(prove).toHaveBeenCalledTimes(1)
})

it('asks for nothing where the caller or the call is exempt', async () => {
  const login = vi.fn(async () => false)
  onRefusal({ login })
  answers[list] = fails(401, '23000', '登录已过期')
  answers['/api/getuserinfo'] = fails(401, '23000', '登录已过期')
  await expect(post(list, page, { quiet: true })).rejects.toBeInstanceOf(ApiError)
  await expect(get('/api/getuserinfo')).rejects.toBeInstanceOf(ApiError)
  expect(login).not.toHaveBeenCalled()
})

it('tells the host page inside a frame, and asks for nothing itself', async () => {
  const postMessage = vi.fn()
  const login = vi.fn(async () => false)
  vi.stubGlobal('parent', { postMessage })
  onRefusal({ login })
  answers[list] = fails(401, '23000', '登录已过期')
  await expect(post(list, page)).rejects.toMatchObject({ status: 401 })
  expect(postMessage).toHaveBeenCalledWith(hostMessage, expect.not.stringContaining('*'))
  expect(login).not.toHaveBeenCalled()
})

it('leaves the page when access is refused, but not for a refused origin', async () => {
  const forbidden = vi.fn()
  onRefusal({ forbidden })
  answers[list] = fails(403, '23010', '访问异常')
  await expect(post(list, page)).rejects.toMatchObject({ message: '访问异常' })
  expect(forbidden).toHaveBeenCalledWith('访问异常')
  for (const code of ['20008', '20086', '20087', '20140', '20141']) {
    answers[list] = fails(403, code, '留在原处')
    await expect(post(list, page)).rejects.toMatchObject({ code })
  }
  expect(forbidden).toHaveBeenCalledTimes(1)
})
