import { useEffect, useRef } from 'react'
import { isMac } from './platform'

interface Shortcut {
  key: string
  /** Whether Ctrl or ⌘ must be pressed as well. */
  mod?: boolean
  shift?: boolean
  /** Whether the shortcut also works while a text field has the focus. */
  typing?: boolean
}

/** The shortcuts of the app; the `?` dialog lists them. Keys of single views, such as the file viewer, are not here. */
export const shortcuts = {
  search: { key: 'k', mod: true, typing: true },
  newChat: { key: 'o', mod: true, shift: true, typing: true },
  focusComposer: { key: '/' },
  quote: { key: 'q' },
  escape: { key: 'Escape', typing: true },
  toggleNav: { key: 'b', mod: true, typing: true },
  help: { key: '?' },
} as const satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof shortcuts

const rows: [ShortcutId, Shortcut][] = Object.entries(shortcuts) as [ShortcutId, Shortcut][]

/** The handlers of each shortcut; the handler registered last is called first. */
const handlers = new Map<ShortcutId, (() => unknown)[]>()

/** The shortcut of a key event, or null. Keys of an input method match no shortcut. */
export function matchShortcut(e: KeyboardEvent): ShortcutId | null {
  if (e.isComposing || e.keyCode === 229 || e.altKey || e.defaultPrevented) return null
  const typing = isTyping(e.target)
  for (const [id, s] of rows) {
    if (s.key.toLowerCase() !== e.key.toLowerCase()) continue
    if (Boolean(s.mod) !== (e.ctrlKey || e.metaKey)) continue
    // `?` needs Shift on most keyboards, so Shift is compared for letters only.
    if (/^[a-z]$/.test(s.key) && Boolean(s.shift) !== e.shiftKey) continue
    if (typing && !s.typing) continue
    return id
  }
  return null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function onKeyDown(e: KeyboardEvent): void {
  const id = matchShortcut(e)
  const list = id && handlers.get(id)
  if (!list || document.querySelector('[role="dialog"][data-state="open"]')) return
  for (const handler of list.toReversed()) {
    if (handler() === false) continue
    e.preventDefault()
    return
  }
}

/**
 * Registers the handler of a shortcut while the component is mounted and `enabled` is true. The handler registered last
 * runs. If it returns false, the previously registered handler runs as well. No handler runs while a dialog is open.
 */
export function useShortcut(id: ShortcutId, handler: () => unknown, enabled = true): void {
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => {
    if (!enabled) return
    if (handlers.size === 0) window.addEventListener('keydown', onKeyDown)
    const run = () => latest.current()
    handlers.set(id, [...(handlers.get(id) ?? []), run])
    return () => {
      const rest = (handlers.get(id) ?? []).filter((h) => h !== run)
      if (rest.length > 0) handlers.set(id, rest)
      else handlers.delete(id)
      if (handlers.size === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [id, enabled])
}

/** The keys of a shortcut as labelled on this platform's keyboard. */
export function keysOf(id: ShortcutId, mac: boolean = isMac()): string[] {
  const s: Shortcut = shortcuts[id]
  const keys = []
  if (s.mod) keys.push(mac ? '⌘' : 'Ctrl')
  if (s.shift) keys.push(mac ? '⇧' : 'Shift')
  keys.push(s.key === 'Escape' ? 'Esc' : s.key.toUpperCase())
  return keys
}
