import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { newConversation } from '../state/model'
import { type Message, newMessage } from '../state/types'
import { Announcer } from './body'

beforeEach(() => activateLocale('zh-CN'))

const conversation = (end: Partial<Message>) => {
  const message = { ...newMessage(), ...end }
  const versions = [{ repeatIndex: 0, message, feedback: null }]
  const question = { index: 1, text: '问', files: [], hidden: false, siblings: [1] }
  const turn = { key: 't', question, answer: { index: 2, versions, selected: 0 } }
  return { ...newConversation('c', 'a', 'ready'), turns: [turn] }
}
const said = (running: boolean, end: Partial<Message>) => (
  <I18nProvider i18n={i18n}>
    <Announcer running={running} chat={conversation(end)} />
  </I18nProvider>
)
const content: Message['content'] = [{ type: 'text', msg: '答' }]

it.each([
  ['a whole answer', { state: 'done', content }, '回答完成'],
  ['a stopped answer', { state: 'manualStop', content }, '已暂停生成'],
  ['an answer that is too long', { state: 'done', content, cutoff: true }, '回答已达长度上限，先停在这里'],
  ['a failed answer, whose alert is read out', { state: 'error' }, ''],
] as const)('says how it ended: %s', (_, end, want) => {
  const { rerender } = render(said(false, end))
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  rerender(said(true, { state: 'running' }))
  expect(status.textContent).toBe('正在生成')
  rerender(said(false, end))
  expect(status.textContent).toBe(want)
})
