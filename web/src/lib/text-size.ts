import { useSyncExternalStore } from 'react'
import { onStorage, storage } from './storage'

export const textSizes = ['small', 'standard', 'large'] as const
/** What each comes to; .sized and .md follow it. */
const scales = { small: '0.9375', standard: '1', large: '1.125' } as const
export type TextSize = (typeof textSizes)[number]

const listeners = new Set<() => void>()

/** How large the person wants what is said to be; the page around it stays as it is. */
export function textSize(): TextSize {
  const kept = storage.get('textSize')
  return textSizes.find((size) => size === kept) ?? 'standard'
}

export function setTextSize(size: TextSize): void {
  if (size === 'standard') storage.remove('textSize')
  else storage.set('textSize', size)
  apply()
}

function apply(): void {
  document.documentElement.style.setProperty('--text-scale', scales[textSize()])
  for (const changed of listeners) changed()
}

/** Applies the choice, and follows the other tabs from now on. */
export function watchTextSize(): void {
  apply()
  onStorage('textSize', apply)
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export function useTextSize(): TextSize {
  return useSyncExternalStore(subscribe, textSize)
}
