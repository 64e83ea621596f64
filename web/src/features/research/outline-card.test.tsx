import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import type { Study } from './calls'
import OutlineCard from './outline-card'

const { study, recheck } = vi.hoisted(() => ({ study: { state: '' }, recheck: vi.fn() }))
vi.mock('@/features/chat', () => ({ recheck, useAnswering: () => false }))
vi.mock('./calls', () => ({
  studyKey: (id: string) => ['study', id],
  useStudy: () => ({
    data: { researchId: 'r', conversationId: 'c', title: '题', questions: [], ...study } as unknown as Study,
    dataUpdatedAt: 0,
  }),
}))

beforeEach(() => activateLocale('zh-CN'))

it('loads the report of a study that was over before it was seen running', () => {
  const client = new QueryClient()
  const card = () => (
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>
        <OutlineCard card={{ data: { researchId: 'r' } }} />
      </I18nProvider>
    </QueryClientProvider>
  )
  study.state = 'queued'
  const { rerender } = render(card())
  expect(recheck).not.toHaveBeenCalled()
  study.state = 'done'
  rerender(card())
  expect(recheck.mock.calls).toEqual([['c']])
})
