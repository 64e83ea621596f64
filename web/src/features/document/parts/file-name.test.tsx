import { readFileSync } from 'node:fs'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileName } from './file-name'

it.each(['合同 .pdf', '2026年3月报价v2 最终版本（盖章）.docx'])(
  'writes %s without spaces between Han characters and others',
  (name) => {
    render(<FileName name={name} />)
    const element = screen.getByTitle(name)
    expect(element.classList.contains('no-autospace')).toBe(true)
    const shown = Array.from(element.querySelectorAll('[aria-hidden]'), (part) => part.textContent).join('')
    expect(shown).toBe(name)
  },
)

it('has a class that turns the spaces of the page off', () => {
  const css = readFileSync(`${import.meta.dirname}/../../../ui/ui.css`, 'utf8')
  expect(css).toMatch(/@utility no-autospace \{\s*text-autospace: no-autospace;/)
})
