import { useEffect, useState } from 'react'

/** Delay before a tooltip shows, in ms. */
export const TOOLTIP_DELAY = 300

interface Tip {
  text: string
  keys?: string
  x: number
  y: number
  below: boolean
}

/**
 * The single tooltip of the page. It appears when an element with `data-tip` has been hovered by a mouse, or focused by
 * keyboard, for 300 ms. It does not appear if the element has `aria-expanded="true"`. `data-tip-keys` adds a shortcut.
 * The tooltip is hidden from assistive technology, because it usually only repeats the accessible name.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let target: HTMLElement | null = null

    const hide = () => {
      clearTimeout(timer)
      target = null
      setTip(null)
    }
    const show = (el: HTMLElement) => {
      if (!el.isConnected || el.getAttribute('aria-expanded') === 'true') return
      const r = el.getBoundingClientRect()
      const below = r.top < 56
      setTip({
        text: el.dataset.tip!,
        keys: el.dataset.tipKeys,
        x: Math.min(Math.max(r.left + r.width / 2, 64), window.innerWidth - 64),
        y: below ? r.bottom + 8 : r.top - 8,
        below,
      })
    }
    const over = (e: Event) => {
      const el = e.target instanceof Element ? e.target.closest<HTMLElement>('[data-tip]') : null
      if (el === target) return
      hide()
      if (!el) return
      if (e instanceof PointerEvent ? e.pointerType !== 'mouse' : !el.matches(':focus-visible')) return
      target = el
      timer = setTimeout(() => show(el), TOOLTIP_DELAY)
    }
    const shown: [string, (e: Event) => void][] = [
      ['pointerover', over],
      ['focusin', over],
      ['pointerdown', hide],
      ['keydown', hide],
      ['scroll', hide],
      ['blur', hide],
    ]
    for (const [type, fn] of shown) window.addEventListener(type, fn, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const [type, fn] of shown) window.removeEventListener(type, fn, { capture: true })
    }
  }, [])

  if (!tip) return null
  return (
    <div
      aria-hidden
      style={{ left: tip.x, top: tip.y, translate: tip.below ? '-50% 0' : '-50% -100%' }}
      className="fade-in pointer-events-none fixed z-[70] flex w-max max-w-64 items-center gap-2 rounded-[6px] bg-ink px-2 py-1 text-[12px] text-paper"
    >
      {tip.text}
      {tip.keys && <span className="opacity-70">{tip.keys}</span>}
    </div>
  )
}
