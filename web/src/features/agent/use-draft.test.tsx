import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { activateLocale } from '@/i18n'
import type { Own } from './calls'
import { useDraft } from './use-draft'

const { save } = vi.hoisted(() => ({ save: vi.fn() }))
vi.mock('./calls', () => ({ save }))

const own = (revision: number) => ({ id: 'a', revision, spec: { name: '' }, avatar: '' }) as unknown as Own

beforeEach(async () => {
  await activateLocale('zh-CN')
  save.mockReset()
})

it('tells everybody who waited for a save that the save after it failed', async () => {
  let end = (_: { data: Own }) => {}
  save.mockReturnValueOnce(new Promise((resolve) => (end = resolve)))
  save.mockRejectedValue(new Error('gone'))
  const draft = renderHook(() => useDraft(own(1))).result
  await act(async () => {
    draft.current.set({ name: '一' })
    const saves = [draft.current.flush()]
    draft.current.set({ name: '二' })
    saves.push(draft.current.flush(), draft.current.flush())
    end({ data: own(2) })
    expect(await Promise.all(saves)).toEqual([false, false, false])
  })
  expect(draft.current.state).toBe('failed')
})

it('saves once for everybody who waited, if that works', async () => {
  save.mockImplementation(async (_, revision: number) => ({ data: own(revision + 1) }))
  const draft = renderHook(() => useDraft(own(1))).result
  await act(async () => {
    draft.current.set({ name: '一' })
    const saves = [draft.current.flush()]
    draft.current.set({ name: '二' })
    saves.push(draft.current.flush(), draft.current.flush())
    expect(await Promise.all(saves)).toEqual([true, true, true])
  })
  expect(save.mock.calls.map(([, revision, spec]) => [revision, spec.name])).toEqual([
    [1, '一'],
    [2, '二'],
  ])
  expect(draft.current.state).toBe('kept')
})
