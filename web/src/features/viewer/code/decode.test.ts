import { describe, expect, it } from 'vitest'
import { encodingOf, LINE_MAX, linesOf } from './decode'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g)!, (h) => Number.parseInt(h, 16))
const utf16 = (text: string, big: boolean) =>
  Uint8Array.from(
    Array.from(text).flatMap((c) => {
      const code = c.charCodeAt(0)
      return big ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )

describe('encoding', () => {
  it.each([
    ['UTF-8 with a mark', bytes('efbbbf61'), 'utf-8'],
    ['UTF-16 with a mark', bytes('fffe6100'), 'utf-16le'],
    ['UTF-16 with a mark, big end first', bytes('feff0061'), 'utf-16be'],
    ['plain ASCII', new TextEncoder().encode('package main\n'), 'utf-8'],
    ['UTF-8 cut within a character', new TextEncoder().encode('源头活水').subarray(0, 10), 'utf-8'],
    ['UTF-16 without a mark', utf16('x'.repeat(300), false), 'utf-16le'],
    ['UTF-16 without a mark, big end first', utf16('x'.repeat(300), true), 'utf-16be'],
    // 我们的中国是一个大家庭，不在这里的人也可以来。
    [
      'GB18030',
      bytes('ced2c3c7b5c4d6d0b9facac7d2bbb8f6b4f3bcd2cda5a3acb2bbd4dad5e2c0efb5c4c8cbd2b2bfc9d2d4c0b4a1a3'),
      'gb18030',
    ],
    // 我們的中國是一個大家庭，不在這裡的人也可以來。
    [
      'Big5',
      bytes('a7daadccaabaa4a4b0eaac4fa440add3a46aae61ae78a141a4a3a662b36fb8ccaabaa448a45da569a548a8d3a143'),
      'big5',
    ],
    ['nothing', new Uint8Array(), 'utf-8'],
  ] as const)('%s', (_, head, want) => expect(encodingOf(head)).toBe(want))
})

describe('lines', () => {
  const plain = (text: string) => linesOf(text).map((l) => l.text)

  it('knows the line ends of every system', () => {
    expect(plain('a\nb\r\nc\rd')).toEqual(['a', 'b', 'c', 'd'])
    expect(plain('a\n\nb\n')).toEqual(['a', '', 'b'])
    expect(plain('')).toEqual([''])
  })

  it('breaks a line that is too long to draw, and numbers it once', () => {
    const lines = linesOf(`a\n${'x'.repeat(2 * LINE_MAX + 1)}\nb`)
    expect(lines.map((l) => [l.text.length, l.number])).toEqual([
      [1, 1],
      [LINE_MAX, 2],
      [LINE_MAX, 0],
      [1, 0],
      [1, 3],
    ])
  })
})
