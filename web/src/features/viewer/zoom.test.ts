import { expect, it } from 'vitest'
import { scaleOf, stepZoom, ZOOM_MAX, ZOOM_MIN, ZOOM_STEPS } from './zoom'

const page = { width: 600, height: 800 } // in points; 800 by 1067 CSS pixels at 100 %
const window = { width: 1200, height: 800 }

it.each([
  ['width', 1.5],
  ['auto', 1.25],
  ['page', 0.75],
  [2, 2],
  [99, ZOOM_MAX],
  [0.01, ZOOM_MIN],
] as const)('zoom %s comes to %f', (zoom, want) => expect(scaleOf(zoom, page, window)).toBeCloseTo(want, 2))

it('fits a window that is narrower than the smallest step', () => {
  expect(scaleOf('width', page, { width: 160, height: 800 })).toBeCloseTo(0.2)
  expect(scaleOf('auto', page, { width: 160, height: 800 })).toBeCloseTo(0.2)
  expect(scaleOf('page', page, { width: 0, height: 0 })).toBeGreaterThan(0)
})

it('steps through every size and stops at the ends', () => {
  const up = [ZOOM_MIN as number]
  while (up.at(-1)! < ZOOM_MAX) up.push(stepZoom(up.at(-1)!, 1))
  expect(up).toEqual([...ZOOM_STEPS])
  expect(stepZoom(ZOOM_MAX, 1)).toBe(ZOOM_MAX)
  expect(stepZoom(ZOOM_MIN, -1)).toBe(ZOOM_MIN)
  expect(stepZoom(1.302, 1)).toBe(1.5)
  expect(stepZoom(1.302, -1)).toBe(1.25)
  // A fitted zoom that differs from a step only by rounding counts as the step.
  expect(stepZoom(1.2498, 1)).toBe(1.5)
})
