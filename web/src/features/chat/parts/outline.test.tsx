import { I18nProvider } from '@lingui/react'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activateLocale, i18n } from '@/i18n'
import { Outline, outlineOf } from './outline'

/** A fake layout: each element states its position and height. */
function rect(this: Element): DOMRect {
  const top = Number(this.getAttribute('data-top') ?? 0) - scrolled
  const height = Number(this.getAttribute('data-height') ?? 30)
  return { top, height, bottom: top + height, left: 0, right: 0, width: 0, x: 0, y: top } as DOMRect
}
let scrolled = 0

beforeEach(async () => {
  scrolled = 0
  await activateLocale('zh-CN')
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(rect)
})
afterEach(() => vi.restoreAllMocks())

function page(height: number, headings = ['h2', 'h3', 'h2']): HTMLElement {
  const view = document.createElement('div')
  Object.defineProperty(view, 'getBoundingClientRect', {
    value: () => ({ top: 0, height: 800, bottom: 800 }),
  })
  const titles = headings.map((tag, i) => `<${tag} data-top="${50 + i * 700}">第${i + 1}节</${tag}>`)
  view.innerHTML = `<article data-top="0" data-height="${height}"><h3 class="sr-only">回答</h3><div class="md">${titles.join('')}</div></article>`
  return view
}

it('follows the heading that is being read in an answer over two screens', () => {
  const view = page(2400)
  expect(outlineOf(view)).toMatchObject({
    entries: [
      { text: '第1节', level: 0 },
      { text: '第2节', level: 1 },
      { text: '第3节', level: 0 },
    ],
    current: 0,
  })
  scrolled = 700
  expect(outlineOf(view).current).toBe(1)
  scrolled = 2350 // the answer ends above the line that determines the current heading
  expect(outlineOf(view).entries).toHaveLength(0)
})

it('has nothing beside a short answer, or one of two headings', () => {
  expect(outlineOf(page(1500)).entries).toHaveLength(0)
  expect(outlineOf(page(2400, ['h2', 'h2'])).entries).toHaveLength(0)
})

it('lists the headings and marks one', async () => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run()
    return 0
  })
  const view = page(2400)
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <Outline view={{ current: view }} />
      </I18nProvider>,
    )
  })
  expect(screen.getByRole('navigation', { name: '回答的目录' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '第1节' }).getAttribute('aria-current')).toBe('location')
  expect(screen.getByRole('button', { name: '第2节' }).getAttribute('aria-current')).toBeNull()
  vi.unstubAllGlobals()
})
