import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { Captcha } from './captcha'

const puzzle = {
  captchaId: 'p1',
  kind: 'slide',
  image: 'data:image/jpeg;base64,AA==',
  piece: 'data:image/png;base64,AA==',
  width: 300,
  height: 220,
  pieceX: 5,
  pieceY: 40,
  pieceWidth: 60,
  pieceHeight: 60,
}
interface Sent {
  points: { x: number }[]
  track: { x: number; t: number }[]
}
let sent: Sent[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.endsWith('/verify')) return new Response(JSON.stringify({ code: 0, data: puzzle }))
    sent.push(JSON.parse(String(init.body)) as Sent)
    return new Response(JSON.stringify({ code: 0, data: { captchaTicket: 'pass' } }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('sends the way of the piece, and nothing after a mere jump', async () => {
  const solved = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <Captcha kinds={['slide']} onSolved={solved} />
    </I18nProvider>,
  )
  const slider = await screen.findByRole('slider')
  const move = (value: number) => fireEvent.change(slider, { target: { value: String(value) } })
  move(150)
  fireEvent.pointerUp(slider)
  for (const at of [151, 156, 162, 160]) move(at)
  expect(sent).toHaveLength(0)
  fireEvent.pointerUp(slider)
  await waitFor(() => expect(solved).toHaveBeenCalledWith('pass'))
  expect(sent[0]?.points[0]?.x).toBe(160)
  expect(sent[0]?.track.map((step) => step.x)).toEqual([150, 151, 156, 162, 160])
  expect(sent[0]?.track[0]?.t).toBe(0)
})
