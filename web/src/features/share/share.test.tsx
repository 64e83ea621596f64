import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toast } from '@/ui/toast'
import { loadChoices } from './calls'
import { tellOfShares } from './deleted'
import { cutsOf } from './poster'
import { atLeast, offered } from './targets'
import { endOf, randomPassword } from './terms'

vi.mock('@/ui/toast')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.mocked(toast).mockClear()
})

it('offers places elsewhere to the versions of the app that know them, and to every browser', () => {
  const ids = (version: string) => offered(`x WenquApp/${version} y`).map((t) => t.id)
  expect(ids('1.8.8')).toEqual([])
  expect(ids('1.8.9')).toEqual(['qq'])
  expect(ids('1.8.10')).toEqual(['qq'])
  expect(ids('1.8.11')).toEqual(['weibo', 'qq'])
  expect(ids('2.0')).toEqual(['weibo', 'qq'])
  expect(offered('Mozilla/5.0').map((t) => t.id)).toEqual(['weibo', 'qq'])
  expect(atLeast('1.10', '1.9.9')).toBe(true)
  expect(offered('')[0]!.address('http://a.cn/s/x?y', '题&目')).toContain('title=%E9%A2%98%26%E7%9B%AE')
})

it('counts an end from now, and leaves one as it is', () => {
  expect(endOf(0, 5)).toBe(0)
  expect(endOf(null, 5)).toBeUndefined()
  expect(endOf(7, 1000)).toBe(1000 + 7 * 86_400_000)
  expect(randomPassword()).toMatch(/^\d{6}$/)
})

it('cuts a long poster between its blocks, and through one that is longer than a page', () => {
  const box = (top: number, bottom: number) => ({ top, bottom, height: bottom - top }) as DOMRect
  const block = (bottom: number) => ({ getBoundingClientRect: () => box(0, bottom) })
  const poster = (height: number, ends: number[]) =>
    ({
      getBoundingClientRect: () => box(0, height),
      querySelectorAll: () => ends.map(block),
    }) as unknown as HTMLElement
  expect(cutsOf(poster(900, [400, 800]), 1000)).toEqual([0, 900])
  expect(cutsOf(poster(1900, [400, 900, 1100]), 1000)).toEqual([0, 904, 1900])
  expect(cutsOf(poster(2500, [300, 2400]), 1000)).toEqual([0, 1000, 2000, 2500])
})

it('tells of the shares of what was deleted and revokes them when asked to', async () => {
  const bodies: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { conversationId?: string }
    bodies.push([path, body])
    const shares = body.conversationId === 'a' ? [{ shareId: 's1' }, { shareId: 's2' }] : []
    return new Response(JSON.stringify({ code: 0, data: { shares, total: shares.length } }))
  })
  await tellOfShares(['b'])
  expect(toast).not.toHaveBeenCalled()
  await tellOfShares(['a', 'b'])
  expect(toast).toHaveBeenCalledTimes(1)
  vi.mocked(toast).mock.lastCall?.[1]?.action?.onClick()
  await waitFor(() => expect(bodies.at(-1)).toEqual(['/api/share/delete', { shareIds: ['s1', 's2'] }]))
})

it('offers questions of files alone by the names of the files, and goes on before the oldest message', async () => {
  const convs = [
    { index: 6, speaker: 'ai', displayPrompt: '', speechesV2: [] },
    {
      index: 5,
      speaker: 'human',
      displayPrompt: '总结',
      speechesV2: [{ content: [{ type: 'text', msg: '总结' }] }],
    },
    { index: 4, speaker: 'ai', displayPrompt: '', speechesV2: [] },
    {
      index: 3,
      speaker: 'human',
      displayPrompt: '',
      speechesV2: [
        {
          content: [
            { type: 'text' },
            { type: 'pdf', fileName: '合同.pdf' },
            { type: 'pdf', fileName: '附件.pdf' },
          ],
        },
      ],
    },
    { index: 2, speaker: 'ai', displayPrompt: '', speechesV2: [] },
    { index: 1, speaker: 'human', displayPrompt: '', speechesV2: [{ content: [], hidden: true }] },
  ]
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ convs, hasMore: true, title: '租房' })))
  expect(await loadChoices('conv-0001', 0)).toEqual({
    choices: [
      { index: 4, text: '合同.pdf · 附件.pdf' },
      { index: 6, text: '总结' },
    ],
    more: true,
    oldest: 1,
    title: '租房',
  })
})
