import { describe, expect, it, vi } from 'vitest'
import { colour } from './code/colour'
import { viewerKeys } from './keys'
import { viewTools } from './kinds'
import { tidy } from './selection'
import type { Unit } from './types'
import { textOfUnit, UnitStore } from './unit-store'
import { Viewer } from './viewer'

describe('a selection as one line', () => {
  it.each([
    ['半亩方塘\n一鉴开', '半亩方塘一鉴开'],
    ['天光，\n 云影', '天光，云影'],
    ['source of\nliving water', 'source of living water'],
    ['第 3 页\n\npage', '第 3 页 page'],
    ['  a\u00adb  ', 'ab'],
    ['\n', ''],
  ])('%j is %j', (text, want) => expect(tidy(text)).toBe(want))
})

describe('units', () => {
  const unit = (number: number): Unit => ({
    number,
    kind: 'section',
    blocks: [{ kind: 'paragraph', text: `第${number}节` }],
  })
  const load = () =>
    vi.fn(async (_: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => unit(from + i)),
    )

  it('are fetched once, in stretches, up to the last one', async () => {
    const calls = load()
    const store = new UnitStore('id', 11, 'section', calls)
    expect(store.now(2)).toBeUndefined()
    const [a, b, c] = await Promise.all([store.get(2), store.get(3), store.get(11)])
    expect([a!.number, b!.number, c!.number]).toEqual([2, 3, 11])
    expect(calls.mock.calls.map(([, from, to]) => [from, to])).toEqual([
      [1, 8],
      [9, 11],
    ])
    expect(store.now(7)?.number).toBe(7)
  })

  it('come one by one where each may be large', async () => {
    const calls = load()
    await new UnitStore('id', 11, 'sheet', calls).get(3)
    expect(calls).toHaveBeenCalledWith('id', 3, 3)
  })

  it('are asked for again after a failure', async () => {
    const calls = vi
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValueOnce([unit(1)])
    const store = new UnitStore('id', 1, 'section', calls)
    await expect(store.get(1)).rejects.toThrow('offline')
    expect((await store.get(1)).number).toBe(1)
  })

  it('have the words of their tables in the order of the cells', () => {
    expect(
      textOfUnit({
        number: 1,
        kind: 'section',
        blocks: [
          { kind: 'heading', text: '费用' },
          {
            kind: 'table',
            text: 'ignored',
            rows: [
              ['期次', '金额'],
              ['上半年', '134,000'],
            ],
          },
        ],
      }),
    ).toBe('费用\n期次\t金额\n上半年\t134,000')
  })
})

describe('colours', () => {
  it('keep every character of every line', () => {
    const lines = ['package main', '', '/* two', 'lines */ func f() string { return `a', 'b` }']
    const tokens = colour('go', lines)!
    expect(tokens.map((line) => line.map(([, text]) => text).join(''))).toEqual(lines)
    expect(tokens[0]![0]).toEqual(['hljs-keyword', 'package'])
    expect(tokens[3]![0]).toEqual(['hljs-comment', 'lines */'])
  })

  it.each([
    ['vue', '<p>x</p>'],
    ['mk', 'a: b'],
    ['bat', 'echo x'],
    ['cmd', 'echo x'],
    ['tex', '\\section{x}'],
    ['ps1', 'Get-Item x'],
    ['f90', 'program x'],
  ])('know the language of %s', (extension, line) => {
    expect(
      colour(extension, [line])!
        .flat()
        .some(([look]) => look !== ''),
    ).toBe(true)
  })

  it('leave what nobody knows', () => {
    expect(colour('nothing', ['x'])).toBeNull()
  })
})

it('does nothing at keys that a view has no use for', () => {
  for (const [key, act] of Object.entries(viewerKeys)) {
    expect([key, act(new Viewer(), viewTools.media)]).toEqual([key, false])
  }
})
