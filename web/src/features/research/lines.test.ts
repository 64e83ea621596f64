import { describe, expect, it } from 'vitest'
import { added, draftsOf, MAX_LINES, moved, removed, textsOf } from './lines'

const lines = draftsOf([
  { id: 1, text: '甲' },
  { id: 2, text: '乙' },
  { id: 3, text: '丙' },
])
const words = (list: readonly { text: string }[]) => list.map((d) => d.text).join('')

describe('the lines of an outline', () => {
  it('move within the list', () => {
    expect(words(moved(lines, 2, -1))).toBe('甲丙乙')
    expect(words(moved(lines, 0, 2))).toBe('乙丙甲')
    expect(moved(lines, 0, -1)).toBe(lines)
    expect(moved(lines, 2, 1)).toBe(lines)
    expect(moved(lines, 2, -1)[1]?.key).toBe('q3')
  })

  it('come and go, but never all, and not more than there may be', () => {
    const more = added(lines, 0)
    expect(words(more)).toBe('甲乙丙')
    expect(more[1]).toMatchObject({ text: '' })
    expect(words(removed(lines, 1))).toBe('甲丙')
    const one = lines.slice(0, 1)
    expect(removed(one, 0)).toBe(one)
    let full: readonly { key: string; text: string }[] = lines
    for (let i = 0; i < 2 * MAX_LINES; i++) full = added(full, 0)
    expect(full).toHaveLength(MAX_LINES)
    expect(new Set(full.map((d) => d.key)).size).toBe(MAX_LINES)
  })

  it('are sent without empty ones, each on one line', () => {
    expect(textsOf([...lines, { key: 'x', text: ' \n ' }, { key: 'y', text: ' a\n b ' }])).toEqual([
      '甲',
      '乙',
      '丙',
      'a b',
    ])
  })
})
