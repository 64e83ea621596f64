import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, errorText, post } from '@/api'
import { toast } from '@/ui/toast'

type Listed = Answer<'/api/memory/list', 'post'>
export type Memory = NonNullable<Listed['items']>[number]
export type Choice = Listed['choice']

const KEY = ['memories'] as const

/** The memories; with words, those that match. */
export function useMemories(words: string, enabled: boolean) {
  return useQuery({
    queryKey: [...KEY, words],
    queryFn: ({ signal }) =>
      words
        ? post('/api/memory/search', { query: words }, { signal })
        : post('/api/memory/list', {}, { signal }),
    placeholderData: (before) => before,
    enabled,
  })
}

/** Changes memories, and shows an error; false: it failed. */
export function useChange() {
  const client = useQueryClient()
  return async (change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change()
      return true
    } catch (err) {
      const text = errorText(err)
      if (text) void toast(text, { kind: 'error' })
      return false
    } finally {
      await client.invalidateQueries({ queryKey: KEY })
    }
  }
}

export const add = (text: string) => post('/api/memory/add', { text })
export const edit = (id: string, text: string) => post('/api/memory/edit', { id, text })
export const undo = (id: string) => post('/api/memory/undo', { id })
export const drop = (id: string) => post('/api/memory/delete', { ids: [id] })
export const clear = () => post('/api/memory/delete', { all: true })
export const choose = (choice: Choice) => post('/api/memory/choice', choice)
