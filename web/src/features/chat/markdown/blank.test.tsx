import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { filled } from '../state/blanks'
import { richText } from '../state/rich'
import { Blanks, type KeptBlanks } from './context'
import Markdown from './markdown'

const letter = '**请假条**\n\n兹因\\_\\_\\_\\_请假 ____ 天，`____` 不算。\n\n请假人：____'

function draw(text: string, running = false, kept: KeptBlanks | null = null) {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <Blanks value={kept}>
        <article>
          <Markdown text={text} running={running} scope={{ docs: [], replacements: new Map() }} />
        </article>
      </Blanks>
    </I18nProvider>,
  )
  return container.querySelector('article')!
}

it('makes blanks of a template fields, and Tab goes through them', async () => {
  const article = draw(letter)
  const slots = await screen.findAllByRole('textbox', { name: '待填写' })
  expect(slots).toHaveLength(3)
  slots[0]!.focus()
  for (const next of [1, 2]) {
    fireEvent.keyDown(document.activeElement!, { key: 'Tab' })
    expect(document.activeElement).toBe(slots[next])
  }
  expect(fireEvent.keyDown(slots[2]!, { key: 'Tab' })).toBe(true)
  fireEvent.keyDown(slots[2]!, { key: 'Tab', shiftKey: true })
  expect(document.activeElement).toBe(slots[1])
  slots[0]!.textContent = '搬家'
  expect(richText(article)).toContain('兹因搬家请假 ____ 天')
})

it('copies what was written, and leaves an empty blank', async () => {
  const source = letter.replace('`____` 不算。', '')
  const article = draw(source)
  const slots = await screen.findAllByRole('textbox')
  expect(filled(source, article)).toBe(source)
  slots[0]!.textContent = '搬家'
  slots[2]!.textContent = ' 张三 '
  expect(filled(source, article)).toBe('**请假条**\n\n兹因搬家请假 ____ 天，\n\n请假人：张三')

  // Underscores inside code are no blanks and stay unchanged.
  for (const code of ['`____`', '```\n姓名：____\n```', '~~~\n____\n~~~', '``a`____``'])
    expect(filled(`${code}\n\n${source}`, article)).toBe(
      `${code}\n\n**请假条**\n\n兹因搬家请假 ____ 天，\n\n请假人：张三`,
    )
})

it('shows strokes while the text grows, and leaves short ones alone', () => {
  expect(draw('姓名：____', true).textContent).toContain('姓名：____')
  draw('a__b 和 ___')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('shows what was written before, and keeps what is written now', async () => {
  const keep = vi.fn()
  draw(letter, false, { texts: ['搬家', '', '张三'], keep })
  const slots = await screen.findAllByRole('textbox')
  expect(slots.map((s) => s.textContent)).toEqual(['搬家', '', '张三'])
  slots[1]!.textContent = ' 两 '
  fireEvent.input(slots[1]!)
  expect(keep).toHaveBeenCalledExactlyOnceWith(['搬家', '两', '张三'])
})

it('shows nothing that was written for another number of blanks', async () => {
  draw(letter, false, { texts: ['搬家'], keep: vi.fn() })
  const slots = await screen.findAllByRole('textbox')
  expect(slots.map((s) => s.textContent)).toEqual(['', '', ''])
})
