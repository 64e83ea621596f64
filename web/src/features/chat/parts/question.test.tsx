import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { Question } from './question'

beforeEach(() => activateLocale('zh-CN'))

const asked = { index: 1, text: '香蕉', files: [], hidden: false, siblings: [1] }

function Page() {
  const [editing, setEditing] = useState(false)
  return (
    <I18nProvider i18n={i18n}>
      <textarea aria-label="输入问题" onKeyDown={() => setEditing(true)} />
      <Question
        question={asked}
        links={[]}
        editing={editing}
        editable
        onEdit={() => setEditing(true)}
        onCancel={() => setEditing(false)}
        onAsk={vi.fn()}
        onBranch={vi.fn()}
      />
    </I18nProvider>
  )
}

const leave = () => {
  const field = screen.getByRole('textbox', { name: '修改问题' })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
}

it('gives the focus to the edit button again after Esc', () => {
  render(<Page />)
  const edit = screen.getByRole('button', { name: '修改问题' })
  expect(document.activeElement).toBe(document.body)
  act(() => edit.focus())
  fireEvent.click(edit)
  leave()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '修改问题' }))
})

it('gives the focus to the composer again, if the editor was opened from there', () => {
  render(<Page />)
  const composer = screen.getByRole('textbox', { name: '输入问题' })
  act(() => composer.focus())
  fireEvent.keyDown(composer, { key: 'ArrowUp' })
  leave()
  expect(document.activeElement).toBe(composer)
})
