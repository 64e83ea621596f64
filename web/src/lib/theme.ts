import { useSyncExternalStore } from 'react'
import { onStorage, storage } from './storage'

export const themeModes = ['system', 'light', 'dark'] as const
export type ThemeMode = (typeof themeModes)[number]

/** Colour of the browser's own bars; the same as in index.html. */
const barColour = { light: '#fafaf7', dark: '#13191d' } as const

const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** The user's choice; index.html reads the same key for the first paint. */
export function themeMode(): ThemeMode {
  const kept = storage.get('theme')
  return themeModes.find((m) => m === kept) ?? 'system'
}

/** The current theme for a mode. */
export function resolveTheme(mode: ThemeMode): 'light' | 'dark' {
  if (mode !== 'system') return mode
  return systemDark?.matches ? 'dark' : 'light'
}

export function setThemeMode(mode: ThemeMode): void {
  if (mode === 'system') storage.remove('theme')
  else storage.set('theme', mode)
  apply(mode)
}

function apply(mode: ThemeMode = themeMode()): void {
  const theme = resolveTheme(mode)
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', barColour[theme])
  for (const changed of listeners) changed()
}

/** Applies changes of the system setting and changes made in other tabs. */
export function watchTheme(): void {
  systemDark?.addEventListener('change', () => apply())
  onStorage('theme', () => apply())
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode)
}
