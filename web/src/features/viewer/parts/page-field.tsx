import { useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import type { Viewer } from '../viewer'

/** The number of the current page; entering another number shows that page. */
export function PageField({ viewer }: { viewer: Viewer }) {
  const t = useT()
  const place = useStore(viewer.store, (s) => s.place)
  const count = useStore(viewer.store, (s) => s.count)
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const wanted = Number.parseInt(typed?.normalize('NFKC') ?? '', 10)
    setTyped(null)
    if (wanted >= 1) viewer.goTo(Math.min(count, wanted))
  }
  return (
    <span className="flex items-center gap-1 text-[13px] text-ink-2 tabular-nums">
      <input
        inputMode="numeric"
        aria-label={t('viewer.pageOf', { count })}
        value={typed ?? place}
        style={{ width: `${Math.max(2, String(count).length) + 1.6}ch` }}
        className="h-7 rounded-[6px] border border-line bg-surface px-1 text-center text-ink outline-offset-0 focus:border-qing focus:outline-1 focus:outline-qing max-md:h-9 max-md:text-base"
        onFocus={(e) => e.currentTarget.select()}
        onChange={(e) => setTyped(e.target.value.slice(0, 6))}
        onBlur={() => setTyped(null)}
        onKeyDown={(e) => {
          if (e.key === 'Enter') {
            e.preventDefault()
            go()
            viewer.scroller?.focus()
          } else if (e.key === 'Escape') {
            e.preventDefault()
            setTyped(null)
            viewer.scroller?.focus()
          }
        }}
      />
      <span aria-hidden>/ {count}</span>
    </span>
  )
}
