import { create } from 'zustand'
import { storage } from './storage'

/** The key that sends: Enter, or Ctrl/⌘ with Enter. */
export type SendKey = 'enter' | 'mod-enter'

interface Prefs {
  sendKey: SendKey
  setSendKey: (key: SendKey) => void
  /** Whether questions are suggested while typing. */
  suggests: boolean
  setSuggests: (on: boolean) => void
}

/** Settings of this browser, which are not part of an account. */
export const usePrefs = create<Prefs>()((set) => ({
  sendKey: storage.get('sendKey') === 'mod-enter' ? 'mod-enter' : 'enter',
  setSendKey: (sendKey) => {
    storage.set('sendKey', sendKey)
    set({ sendKey })
  },
  suggests: storage.get('suggests') !== 'off',
  setSuggests: (suggests) => {
    storage.set('suggests', suggests ? 'on' : 'off')
    set({ suggests })
  },
}))
