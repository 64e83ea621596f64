import { useSyncExternalStore } from 'react'
import { onStorage, storage } from './storage'

export const textSizes = ['small', 'standard', 'large'] as const
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

/** ui.css says what a size comes to. */
function apply(): void {
  document.documentElement.dataset.text = textSize()
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
