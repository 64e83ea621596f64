import { memo } from 'react'

/** The water ripples of the home page: nine lines with higher waves, wider gaps and more opacity towards the bottom. */
export const Ripple = memo(function Ripple() {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-0 h-[46%] text-qing opacity-50">
      <svg
        aria-hidden
        viewBox="0 0 1200 420"
        preserveAspectRatio="none"
        className="h-full w-full fill-none stroke-current"
      >
        {lines.map((d, k) => (
          <path key={d} d={d} opacity={0.06 + 0.022 * k} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
    </div>
  )
})

const lines = Array.from({ length: 9 }, (_, k) => {
  const y = 120 + k * k * 4.2 + k * 6
  const swell = 16 + k * 3.5
  const points = Array.from({ length: 61 }, (_, i) => {
    const x = i * 20
    return `${x} ${(y + Math.sin(x / 170 + k * 0.7) * swell * 0.5 + Math.sin(x / 430 + k) * swell).toFixed(1)}`
  })
  return `M${points.join('L')}`
})
