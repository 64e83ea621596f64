import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Theme = Record<string, string>

const css = readFileSync('src/ui/tokens.css', 'utf8')

function theme(selector: string): Theme {
  const start = css.indexOf(selector)
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1]!, m[2]!]))
}

/** Relative luminance of an oklch() token, by way of OKLab and linear sRGB. */
function luminance(token: string): number {
  const m = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(token)
  if (!m) throw new Error(`no plain oklch colour: ${token}`)
  const [L, C, h] = [Number(m[1]), Number(m[2]), (Number(m[3]) * Math.PI) / 180]
  const [a, b] = [C * Math.cos(h), C * Math.sin(h)]
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const s = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (x: number) => Math.min(1, Math.max(0, x))
  const R = clip(4.0767416621 * l - 3.3077115913 * s + 0.2309699292 * z)
  const G = clip(-1.2684380046 * l + 2.6097574011 * s - 0.3413193965 * z)
  const B = clip(-0.0041960863 * l - 0.7034186147 * s + 1.707614701 * z)
  return 0.2126 * R + 0.7152 * G + 0.0722 * B
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number]
  return (x + 0.05) / (y + 0.05)
}

const grounds = ['paper', 'paper-2', 'surface', 'hover']
const pairs: [text: string, ground: string][] = [
  ...['ink', 'ink-2', 'ink-3', 'qing-ink', 'seal'].flatMap((t) =>
    grounds.map((g): [string, string] => [t, g]),
  ),
  ['qing-ink', 'qing-soft'],
  ['ink', 'qing-soft'],
  ['on-qing', 'qing'],
  ['on-qing', 'qing-hover'],
  ['seal', 'seal-soft'],
  ['amber', 'surface'],
  ['paper', 'ink'],
]

describe.each([
  ['light', '[data-theme="light"]'],
  ['dark', '[data-theme="dark"]'],
])('%s theme', (_, selector) => {
  const tokens = theme(selector)

  it.each(pairs)('%s on %s reads at 4.5:1', (text, ground) => {
    expect(contrast(tokens[text]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['qing', 'line-strong'])('%s marks a control at 3:1', (mark) => {
    for (const ground of ['paper', 'surface']) {
      expect(contrast(tokens[mark]!, tokens[ground]!)).toBeGreaterThanOrEqual(3)
    }
  })
})

it('states every colour in both themes', () => {
  const colours = (t: Theme) => Object.keys(t).sort()
  expect(colours(theme('[data-theme="dark"]'))).toEqual(colours(theme('[data-theme="light"]')))
})

it('measures as it should', () => {
  expect(contrast('oklch(1 0 0)', 'oklch(0 0 0)')).toBeCloseTo(21, 1)
})
