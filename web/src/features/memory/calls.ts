import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, errorText, post } from '@/api'
import { toastError } from '@/ui/toast'

type Listed = Answer<'/api/memory/list', 'post'>
export type Memory = NonNullable<Listed['items']>[number]
export type Choice = Listed['choice']

/** The maximum length of a memory, in characters. */
export const MAX = 500

const KEY = ['memories'] as const

/** A header that selects the memories of a project instead of the user's memories. */
const inside = (project?: string) => (project ? { headers: { 'X-Project-Id': project } } : {})

/** The memories that match `words`; without words, all memories. */
export function useMemories(words: string, enabled: boolean, project?: string) {
  return useQuery({
    queryKey: [...KEY, words, project],
    queryFn: ({ signal }) =>
      words
        ? post('/api/memory/search', { query: words }, { ...inside(project), signal })
        : post('/api/memory/list', {}, { ...inside(project), signal }),
    placeholderData: (before) => before,
    enabled,
  })
}

/**
 * Returns a function that runs a change of memories, shows an error, and resolves to whether the change
 * succeeded.
 */
export function useChange() {
  const client = useQueryClient()
  return async (change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change()
      return true
    } catch (err) {
      toastError(errorText(err))
      return false
    } finally {
      await client.invalidateQueries({ queryKey: KEY })
    }
  }
}

export const add = (text: string, project?: string) => post('/api/memory/add', { text }, inside(project))
export const edit = (id: string, text: string, project?: string) =>
  post('/api/memory/edit', { id, text }, inside(project))
/**
 * Restores the previous text of a memory. A memory without a previous text is deleted. If the memory's text is not
 * `text` any more, the call fails with 404.
 */
export const undo = (id: string, text: string, project?: string) =>
  post('/api/memory/undo', { id, text }, inside(project))
export const drop = (id: string, project?: string) =>
  post('/api/memory/delete', { ids: [id] }, inside(project))
export const clear = () => post('/api/memory/delete', { all: true })
export const choose = (choice: Choice, project?: string) =>
  post('/api/memory/choice', choice, inside(project))
