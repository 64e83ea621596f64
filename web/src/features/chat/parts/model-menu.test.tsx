import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { i18n } from '@/i18n'
import type { ModelChoice } from '../state/use-choice'
import { ModelMenu } from './model-menu'

it('says of each model in one line what it is for, and of others their ids', async () => {
  const model = (chatModelId: string, more: object = {}) => ({
    chatModelId,
    modelName: chatModelId,
    modelId: `${chatModelId}-id`,
    ...more,
  })
  const models = [model('hy3', { modelDesc: '日常问答，答得快 · 混元' }), model('mine')]
  const choice = { models, model: models[0], sub: null, think: false } as unknown as ModelChoice
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <ModelMenu choice={choice} used={false} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '当前模型：hy3' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining('日常问答，答得快 · 混元'),
    expect.stringContaining('mine-id'),
  ])
})
