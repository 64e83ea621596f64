import { expect, test } from 'vitest'
import { t } from '@/i18n'
import type { DocView } from '../types'
import { noteOf } from './words'

test('says which pages are gibberish, and nothing of warnings it does not know', () => {
  const doc = {
    status: 'ready',
    progress: 1,
    units: 9,
    unitKind: 'page',
    warnings: ['garbled:3-5,9', 'truncated', 'toString'],
  } as DocView
  expect(noteOf(t, doc)).toMatch(/^9 页 · 第 3-5, 9 页读出来是乱码，没有采用 · 内容过长，[^·]+$/)
})
