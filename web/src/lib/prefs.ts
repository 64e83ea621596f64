import { create } from 'zustand'
import { storage } from './storage'

/** Which key sends: Enter, or Ctrl/⌘ with Enter. */
export type SendKey = 'enter' | 'mod-enter'

interface Prefs {
  sendKey: SendKey
  setSendKey: (key: SendKey) => void
  /** Whether questions are offered while somebody types. */
  suggests: boolean
  setSuggests: (on: boolean) => void
}

/** Choices of this browser that have no account to live in. */
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
