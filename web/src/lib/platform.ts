import { useSyncExternalStore } from 'react'

/** The phone layout applies up to this width, in px. */
export const MOBILE_MAX = 768

const phone = globalThis.matchMedia?.(`(max-width: ${MOBILE_MAX}px)`)

/** Whether the phone layout currently applies. */
export function isPhone(): boolean {
  return phone?.matches ?? false
}

/** isPhone for components. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      phone?.addEventListener('change', changed)
      return () => phone?.removeEventListener('change', changed)
    },
    isPhone,
    () => false,
  )
}

/** Whether the main pointer is a finger: Enter in the composer then inserts a newline, and there is no hover. */
export function isTouch(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false
}

/** The operating system, by its name in the platform header; an unknown system counts as linux. */
export function platform(userAgent: string = navigator.userAgent): string {
  if (/Android/i.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'ios'
  if (/Windows/i.test(userAgent)) return 'win'
  if (/Mac OS X/i.test(userAgent)) return 'mac'
  return 'linux'
}

/** Whether shortcuts are shown with ⌘ instead of Ctrl. */
export function isMac(): boolean {
  return /^(mac|ios)$/.test(platform())
}
