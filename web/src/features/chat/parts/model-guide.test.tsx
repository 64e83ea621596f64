import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { addCatalogue, i18n } from '@/i18n'
import type { SwitchRule } from '../state/calls'
import type { ModelChoice } from '../state/use-choice'
import ModelGuide from './model-guide'

vi.mock('@/lib/slot', () => ({ useSlot: () => ({ visible: true }) }))
beforeAll(() => addCatalogue('suggest'))

const named = (id: string, more: object = {}) => ({ chatModelId: id, modelName: id.toUpperCase(), ...more })
const models = [named('hy3'), named('coder'), named('big', { subModelList: [named('long'), named('short')] })]
const rules: SwitchRule[] = [
  { keyword: 'Gone', modelId: 'removed' },
  { keyword: 'SQL', modelId: 'coder' },
  { keyword: '长文', modelId: 'long' },
  { keyword: '查询', modelId: 'big' },
]

function show(text: string, more: Partial<ModelChoice> = {}) {
  const onEnd = vi.fn()
  const choice = { models, model: models[0], sub: null, think: false, choose: vi.fn(), ...more }
  const node = (text: string) => (
    <I18nProvider i18n={i18n}>
      <ModelGuide text={text} rules={rules} choice={choice as unknown as ModelChoice} onEnd={onEnd} />
    </I18nProvider>
  )
  const { rerender } = render(node(text))
  return { choice, onEnd, type: (text: string) => rerender(node(text)) }
}

it('offers the model of the first rule that applies, whatever the case of the keyword', () => {
  const { choice } = show('这条 sql 查询怎么写')
  expect(screen.getByRole('status').textContent).toContain('CODER')
  fireEvent.click(screen.getByRole('button', { name: '切换' }))
  expect(choice.choose).toHaveBeenCalledExactlyOnceWith('coder', '')
})

it('chooses a sub-model together with its model', () => {
  const { choice, onEnd } = show('读这篇长文')
  fireEvent.click(screen.getByRole('button', { name: '切换' }))
  expect(choice.choose).toHaveBeenCalledExactlyOnceWith('big', 'long')
  expect(onEnd).toHaveBeenCalledOnce()
})

it.each([
  ['no keyword', '你好', {}],
  ['a model that no longer exists', 'gone', {}],
  ['the model that answers already', 'sql 查询', { model: models[1] }],
])('offers nothing for %s', (_, text, more) => {
  show(text, more as Partial<ModelChoice>)
  expect(screen.queryByRole('status')).toBeNull()
})

it('offers a declined model no more, but another one', () => {
  const { onEnd, type } = show('sql')
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(onEnd).toHaveBeenCalledOnce()
  expect(screen.queryByRole('status')).toBeNull()
  type('再写一条 sql')
  expect(screen.queryByRole('status')).toBeNull()
  type('读这篇长文')
  expect(screen.getByRole('status').textContent).toContain('LONG')
})
