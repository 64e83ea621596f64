import { describe, expect, it } from 'vitest'
import { ApiError } from '@/api'
import { follow, inOrder, MAX_TRIES } from './follow'
import type { Numbered, StreamEvent } from './types'

/** A fake server with one log of frames. The `cut` function of a test cuts the connections. */
class FakeServer {
  readonly frames: string[]
  asked = 0
  attached: number[] = []

  constructor(pieces: string[]) {
    const events = [
      '{"type":"text"}',
      ...pieces.map((msg) => JSON.stringify({ type: 'text', msg })),
      '[plugin: ]',
      '[MSGINDEX:2]',
      '[DONE]',
    ]
    this.frames = events.map((data, i) => `id: ${i + 1}\ndata: ${data}\n\n`)
  }

  open = (from: number | null, cut: (bytes: Uint8Array) => Uint8Array[] | 'fail'): Response => {
    if (from === null) this.asked++
    else this.attached.push(from)
    const bytes = new TextEncoder().encode(this.frames.slice(from ?? 0).join(''))
    const parts = cut(bytes)
    if (parts === 'fail') throw new ApiError('80001', '网络异常', 0)
    return new Response(
      new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
      }),
      { headers: { 'x-answer-msgid': 'c_2' } },
    )
  }
}

const textOf = (frames: Numbered[]) =>
  frames.map(({ event }) => (event.type === 'text' ? (event.msg ?? '') : '')).join('')

function collect(open: (from: number | null) => Response, extra: { attach?: boolean } = {}) {
  const frames: Numbered[] = []
  const done = follow({
    open: async (from) => open(from),
    onFrames: (batch) => frames.push(...batch),
    signal: new AbortController().signal,
    wait: async () => {},
    ...extra,
  })
  return { frames, done }
}

/** A seeded random source. */
function random(seed: number) {
  let x = seed
  return () => {
    x = (x * 1664525 + 1013904223) % 4294967296
    return x / 4294967296
  }
}

describe('follow', () => {
  it('shows no gap and no repeat under 2,000 random cuts, inside characters too', async () => {
    const rnd = random(20261120)
    let cuts = 0
    while (cuts < 2000) {
      const pieces = Array.from({ length: 3 + Math.floor(rnd() * 20) }, (_, i) => `第${i}段，你好👋。`)
      const server = new FakeServer(pieces)
      const { frames, done } = collect((from) =>
        server.open(from, (bytes) => {
          if (rnd() < 0.1) {
            cuts++
            return 'fail'
          }
          // Every connection that opens delivers at least one frame, and most are cut afterwards.
          const first = server.frames[from ?? 0]
          const least = new TextEncoder().encode(first ?? '').length
          const whole = rnd() < 0.15
          const end = whole ? bytes.length : Math.min(bytes.length, least + Math.floor(rnd() * 120))
          if (end < bytes.length) cuts++
          const middle = Math.floor(rnd() * end)
          return [bytes.slice(0, middle), bytes.slice(middle, end)]
        }),
      )
      expect(await done).toBe('ended')
      expect(textOf(frames)).toBe(pieces.join(''))
      expect(frames.map((f) => f.n)).toEqual(server.frames.map((_, i) => i + 1))
    }
  })

  it('asks once and then re-attaches from the last frame', async () => {
    const server = new FakeServer(['一', '二', '三'])
    let first = true
    const { frames, done } = collect((from) =>
      server.open(from, (bytes) => {
        const end = first
          ? new TextEncoder().encode(server.frames.slice(0, 3).join('')).length + 5
          : bytes.length
        first = false
        return [bytes.slice(0, end)]
      }),
    )
    await done
    expect(server.asked).toBe(1)
    expect(server.attached).toEqual([3])
    expect(textOf(frames)).toBe('一二三')
  })

  it('asks again when no answer came at all, so that the same request id re-attaches', async () => {
    const server = new FakeServer(['一'])
    let lost = 2
    const { frames, done } = collect((from) => server.open(from, (b) => (lost-- > 0 ? 'fail' : [b])))
    await done
    expect(server.asked).toBe(3)
    expect(textOf(frames)).toBe('一')
  })

  it('attaches to what is being made without asking again', async () => {
    const server = new FakeServer(['一', '二', '三'])
    const { frames, done } = collect((from) => server.open(from, (b) => [b]), { attach: true })
    await done
    expect(server.asked).toBe(0)
    expect(textOf(frames)).toBe('一二三')
  })

  it('tells that there is nothing to follow', async () => {
    const { done } = collect(() => new Response(null, { status: 204 }), { attach: true })
    expect(await done).toBe('none')
  })

  it.each([400, 404, 409, 413, 429, 503])(
    'does not repeat a question that was refused with %i',
    async (status) => {
      let calls = 0
      const { done } = collect(() => {
        calls++
        throw new ApiError('20000', '不行', status)
      })
      await expect(done).rejects.toMatchObject({ status })
      expect(calls).toBe(1)
    },
  )

  it('gives up after a while without progress', async () => {
    let calls = 0
    const { done } = collect(() => {
      calls++
      throw new ApiError('80001', '网络异常', 0)
    })
    await expect(done).rejects.toMatchObject({ code: '80001' })
    expect(calls).toBeLessThan(15)
  })

  it('does not add up failures with new frames between them', async () => {
    const server = new FakeServer(Array.from({ length: 2 * MAX_TRIES }, (_, i) => `第${i}段。`))
    let calls = 0
    const { frames, done } = collect((from) => {
      // Every second reconnection fails at once; the other connections break after one frame.
      if (from !== null && ++calls % 2 === 0) throw new ApiError('80001', '网络异常', 0)
      const parts = server.frames.slice(from ?? 0, (from ?? 0) + 1).map((f) => new TextEncoder().encode(f))
      return new Response(
        new ReadableStream({
          pull: (c) => (parts.length ? c.enqueue(parts.shift()) : c.error(new TypeError('network error'))),
        }),
      )
    })
    expect(await done).toBe('ended')
    expect(frames.map((f) => f.n)).toEqual(server.frames.map((_, i) => i + 1))
  })

  it('gives up on a server whose streams end with nothing', async () => {
    const { done } = collect(() => new Response(''))
    await expect(done).rejects.toMatchObject({ code: '80001' })
  })

  it('ends with a failure event', async () => {
    const body =
      'id: 1\ndata: {"type":"text","msg":"一"}\n\nid: 2\nevent: timeout\ndata: {"type":"error","msg":"超时","code":"80004"}\n\n'
    const { frames, done } = collect(() => new Response(body))
    expect(await done).toBe('ended')
    expect(frames.at(-1)?.event).toMatchObject({ type: 'error', code: '80004' })
  })

  it('stops at once when it is aborted', async () => {
    const controller = new AbortController()
    const done = follow({
      open: async (_, signal) => {
        queueMicrotask(() => controller.abort())
        return new Response(
          new ReadableStream({
            start(c) {
              signal.addEventListener('abort', () => c.error(signal.reason))
            },
          }),
        )
      },
      onFrames: () => {},
      signal: controller.signal,
      wait: async () => {},
    })
    await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('inOrder', () => {
  const at = (n: number, type: StreamEvent['type'] = 'text'): Numbered => ({
    n,
    event: { type, msg: '' } as StreamEvent,
  })
  it('drops repeats', () => {
    expect(inOrder([at(1), at(2), at(3)], 2)).toEqual({ frames: [at(3)], last: 3, gap: false })
  })
  it('stops at a gap', () => {
    expect(inOrder([at(3), at(5)], 2)).toEqual({ frames: [at(3)], last: 3, gap: true })
  })
  it('begins anew at a reset', () => {
    expect(inOrder([at(0, 'reset'), at(1), at(2)], 9)).toMatchObject({ last: 2, gap: false })
  })
})
