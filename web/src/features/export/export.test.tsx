import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { toast } from '@/ui/toast'
import { ExportMenu } from './menu'

vi.mock('@/ui/toast')

let bodies: Record<string, unknown>[]
let saved: string[]
let answer: () => Response

beforeEach(() => {
  vi.mocked(toast).mockClear()
  bodies = []
  saved = []
  answer = () =>
    new Response('x', {
      headers: {
        'content-disposition': `attachment; filename="_.md"; filename*=UTF-8''${encodeURIComponent('周报.md')}`,
      },
    })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)) as Record<string, unknown>)
    return answer()
  })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (props: { index?: number; repeatIndex?: number } = {}) =>
  render(
    <I18nProvider i18n={i18n}>
      <ExportMenu cid="conv-0001" {...props} />
    </I18nProvider>,
  )

it('saves one version of an answer', async () => {
  show({ index: 2, repeatIndex: 1 })
  fireEvent.click(screen.getByRole('button', { name: '导出回答' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Word 文档' }))
  await waitFor(() => expect(saved).toEqual(['周报.md']))
  // The Markdown text is requested first, so that the page can draw its diagrams.
  expect(bodies).toMatchObject(
    ['md', 'docx'].map((format) => ({ conversationId: 'conv-0001', index: 2, repeatIndex: 1, format })),
  )
  expect(toast).not.toHaveBeenCalled()
})

it('saves a conversation, and says how to go on when it fails', async () => {
  answer = () => new Response('{"error":{"code":"20030","message":"请导出为 Word"}}', { status: 501 })
  show()
  fireEvent.click(screen.getByRole('button', { name: '导出对话' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'PDF' }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith('请导出为 Word', expect.objectContaining({ kind: 'error' })),
  )
  expect(bodies[0]).toMatchObject({ conversationId: 'conv-0001', format: 'md' })
  expect(bodies[0]).not.toHaveProperty('index')
  expect(saved).toEqual([])
  expect(await screen.findByRole('button', { name: '导出对话' })).toBeTruthy()
})
