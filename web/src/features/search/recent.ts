import { create } from 'zustand'
import { storage } from '@/lib/storage'

/** Maximum number of remembered queries. */
const MAX_RECENT = 8
const KEY = 'search.recent'

function read(): string[] {
  try {
    const all: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(all) ? all.filter((q) => typeof q === 'string').slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

const useStore = create<{ recent: string[] }>()(() => ({ recent: [] }))

function write(recent: string[]): void {
  if (recent.length) storage.set(KEY, JSON.stringify(recent))
  else storage.remove(KEY)
  useStore.setState({ recent })
}

/** The queries with an opened result, newest first. */
export const useRecent = (): string[] => useStore((s) => s.recent)

/** Reads the stored queries again: another tab or a logout may have changed them. */
export const readRecent = () => useStore.setState({ recent: read() })

export function remember(query: string): void {
  const text = query.trim()
  if (text) write([text, ...read().filter((q) => q !== text)].slice(0, MAX_RECENT))
}

export const forget = (query: string) => write(read().filter((q) => q !== query))
export const forgetAll = () => write([])
