import { useSyncExternalStore } from 'react'
import { onStorage, storage } from './storage'

export const textSizes = ['small', 'standard', 'large'] as const
/** The scale of each size, used by .sized and .md. */
const scales = { small: '0.9375', standard: '1', large: '1.125' } as const
export type TextSize = (typeof textSizes)[number]

const listeners = new Set<() => void>()

/** The user's text size for questions and answers; it does not affect the rest of the page. */
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

/** Applies the size, and applies changes made in other tabs. */
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
