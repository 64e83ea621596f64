import { create } from 'zustand'
import { storage } from './storage'

/** Which key sends: Enter, or Ctrl/⌘ with Enter. */
export type SendKey = 'enter' | 'mod-enter'

interface Prefs {
  sendKey: SendKey
  setSendKey: (key: SendKey) => void
}

/** Choices of this browser that have no account to live in. */
export const usePrefs = create<Prefs>()((set) => ({
  sendKey: storage.get('sendKey') === 'mod-enter' ? 'mod-enter' : 'enter',
  setSendKey: (sendKey) => {
    storage.set('sendKey', sendKey)
    set({ sendKey })
  },
}))
