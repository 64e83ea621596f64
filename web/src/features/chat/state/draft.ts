import { storage } from '@/lib/storage'

/** Delay between the last key and saving a draft, in ms. */
export const DRAFT_DELAY = 300
/** Maximum length of a stored draft, in characters: localStorage is small and shared. */
const MAX_DRAFT = 100_000
/** Maximum number of stored drafts; beyond it, the drafts written longest ago are removed. */
export const MAX_DRAFTS = 50

export { NEW_DRAFT } from '@/lib/draft-id'

/**
 * Unsent texts, one per conversation. They are kept in memory and written to localStorage after a delay. A
 * text longer than MAX_DRAFT, or refused by localStorage, is kept in memory only.
 */
export class Drafts {
  #texts = new Map<string, string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirty = new Set<string>()
  #listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(id: string): string {
    let text = this.#texts.get(id)
    if (text === undefined) {
      text = storage.get(`draft.${id}`) ?? ''
      this.#texts.set(id, text)
    }
    return text
  }

  set(id: string, text: string): void {
    if (text === this.get(id)) return
    this.#texts.set(id, text)
    for (const listener of this.#listeners) listener()
    this.#dirty.add(id)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.write(), DRAFT_DELAY)
  }

  /** Writes the changed drafts to localStorage immediately. */
  write(): void {
    clearTimeout(this.#timer)
    for (const id of this.#dirty) {
      const text = this.#texts.get(id) ?? ''
      if (text && text.length <= MAX_DRAFT) {
        if (!storage.set(`draft.${id}`, text)) continue
        this.#remember(id)
      } else storage.remove(`draft.${id}`)
    }
    this.#dirty.clear()
  }

  #remember(id: string): void {
    const ids = [id, ...this.#ids().filter((other) => other !== id)]
    for (const old of ids.splice(MAX_DRAFTS)) storage.remove(`draft.${old}`)
    storage.set('drafts', JSON.stringify(ids))
  }

  #ids(): string[] {
    try {
      const ids: unknown = JSON.parse(storage.get('drafts') ?? '[]')
      return Array.isArray(ids) ? ids.filter((i) => typeof i === 'string') : []
    } catch {
      return []
    }
  }
}

export const drafts = new Drafts()
globalThis.addEventListener?.('pagehide', () => drafts.write())
