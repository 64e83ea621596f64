import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { noteUnasked, unasked, useSession } from '@/features/session'
import { drafts } from './draft'
import { useUnasked } from './use-unasked'

beforeEach(() => {
  useSession.setState(
    (s) => ({ who: { ...s.who, userId: 'a', status: 1 }, sure: true, asking: { what: 'login' } }) as never,
  )
  noteUnasked('/')
  useSession.setState({ asking: null } as never)
})

test.each([
  ['has a text', '问题', false, ['问题']],
  ['has only files', '', true, ['']],
  ['has neither', '', false, []],
])('a question that waited for a login is asked once if it %s', (_, text, files, sent) => {
  drafts.set('new', text)
  const send = vi.fn()
  const { rerender } = renderHook(() => useUnasked('/', 'new', true, () => files, send))
  rerender()
  expect(send.mock.calls.flat()).toEqual(sent)
  expect(unasked()).toBeNull()
})
