import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askLogin, askProof, forgetTraces, isUser, refreshWho, useSession } from './store'

let info: Record<string, unknown>
beforeEach(() => {
  localStorage.clear()
  info = { code: 0, userId: 'u1', name: '小明', avatar: '', role: 0, status: 1, anonUser: false }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(info)))
})
afterEach(() => vi.unstubAllGlobals())

it('remembers a user for the next visit, and no visitor', async () => {
  await refreshWho()
  expect(JSON.parse(localStorage.getItem('wenqu.who')!)).toMatchObject({ userId: 'u1', name: '小明' })
  expect(isUser(useSession.getState().who)).toBe(true)
  info = { ...info, userId: 'v1', name: '', status: 0 }
  await refreshWho()
  expect(localStorage.getItem('wenqu.who')).toBeNull()
  expect(isUser(useSession.getState().who)).toBe(false)
})

it('asks once for what several want, and tells them all', async () => {
  const both = Promise.all([askLogin(), askLogin()])
  expect(useSession.getState().asking?.what).toBe('login')
  useSession.getState().asking!.done(true)
  expect(await both).toEqual([true, true])
  expect(useSession.getState().asking).toBeNull()
  const proof = askProof()
  useSession.getState().asking!.done(false)
  expect(await proof).toBe(false)
})

it('takes away what another person must not find, and leaves the look', () => {
  localStorage.setItem('wenqu.drafts', '["home"]')
  localStorage.setItem('wenqu.draft.home', '秘密')
  localStorage.setItem('wenqu.who', '{}')
  localStorage.setItem('wenqu.theme', 'dark')
  forgetTraces()
  expect({ ...localStorage }).toEqual({ 'wenqu.theme': 'dark' })
})

it.each(['{"damaged', '["home"]'])(
  'deletes the data of the previous user, with the list of drafts %s',
  async (list) => {
    localStorage.setItem('wenqu.lastUser', 'u0')
    localStorage.setItem('wenqu.drafts', list)
    localStorage.setItem('wenqu.draft.home', '秘密')
    localStorage.setItem('wenqu.draft.lost', '不在列表里的秘密')
    localStorage.setItem('wenqu.search.recent', '["秘密"]')
    localStorage.setItem('wenqu.theme', 'dark')
    useSession.setState({ sure: false })
    await refreshWho()
    expect(useSession.getState().sure).toBe(true)
    expect(Object.keys(localStorage).sort()).toEqual(['wenqu.lastUser', 'wenqu.theme', 'wenqu.who'])
  },
)

it('a request for the other dialog ends the earlier request', async () => {
  const login = askLogin()
  const proof = askProof()
  expect(await login).toBe(false)
  useSession.getState().asking!.done(true)
  expect(await proof).toBe(true)
  expect(useSession.getState().asking).toBeNull()
})
