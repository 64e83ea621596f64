import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { type AskedFile, idOf, default as QuestionFiles } from './question-files'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})

async function mount(files: AskedFile[]) {
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <QuestionFiles files={files} />
      </I18nProvider>,
    )
  })
}

it('finds a file by its id or by the address that we gave it', () => {
  expect(idOf({ type: 'pdf', fileName: 'a', url: '', id: 'd1' })).toBe('d1')
  expect(idOf({ type: 'pdf', fileName: 'a', url: '/api/resource/content/d_2-x' })).toBe('d_2-x')
  expect(idOf({ type: 'pdf', fileName: 'a', url: 'https://elsewhere.example/d3' })).toBe('')
})

it('opens a document by its card, and shows pictures as such', async () => {
  await mount([
    { type: 'pdf', fileName: '合同.pdf', url: '/api/resource/content/d1', size: 2048 },
    { type: 'image', fileName: '图.png', url: '/api/resource/content/d2', id: 'd2' },
  ])
  const link = screen.getByRole('link', { name: /合同/ })
  expect(link.getAttribute('href')).toBe('/tool/file-viewer?id=d1')
  expect(link.textContent).toContain('pdf · 2\u00a0KB')
  const picture = screen.getByRole('button', { name: '查看 图.png' })
  expect(picture.querySelector('img')?.getAttribute('src')).toBe('/api/resource/thumb/d2')
  fireEvent.click(picture)
  expect(await screen.findByRole('dialog', { name: '图.png' })).toBeTruthy()
})

it('shows a file whose picture is gone as a card', async () => {
  await mount([{ type: 'image', fileName: '图.png', url: '/api/resource/content/d2' }])
  fireEvent.error(screen.getByRole('button').querySelector('img')!)
  expect(screen.getByRole('link', { name: /图/ })).toBeTruthy()
})

it('links nowhere from a file that is not ours', async () => {
  await mount([{ type: 'pdf', fileName: 'a.pdf', url: '' }])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByTitle(/f\.pdf|a\.pdf/)).toBeTruthy()
})
