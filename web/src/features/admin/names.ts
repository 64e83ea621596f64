import { useQueries } from '@tanstack/react-query'
import { post } from '@/api'
import { useT } from '@/i18n'

/** Maximum number of names per request. */
const CHUNK = 50

/** The displayed part of an id without a name: long enough to distinguish two ids on a page. */
const tail = (id: string) => id.slice(-6)

/**
 * Returns the display name of an id. Pass `account` if the id belongs to an account, even to a deleted account. An
 * id without a name is then shown as a nameless account, not as a visitor.
 */
export type NameOf = (id: string, kind?: 'account') => string

/**
 * Returns a function from an id to its display name. An account with a name is shown with this name. Any other id is
 * shown as a visitor or a nameless account, with the end of the id. An empty id has an empty name.
 */
export function useNames(ids: readonly string[]): NameOf {
  const t = useT()
  const wanted = [...new Set(ids.filter(Boolean))]
  const chunks = Array.from({ length: Math.ceil(wanted.length / CHUNK) }, (_, i) =>
    wanted.slice(i * CHUNK, (i + 1) * CHUNK),
  )
  const answers = useQueries({
    queries: chunks.map((userIds) => ({
      queryKey: ['admin', '/api/admin/user/names', userIds],
      queryFn: () => post('/api/admin/user/names', { userIds }),
      staleTime: 60_000,
    })),
  })
  const names: Record<string, string> = Object.assign({}, ...answers.map((a) => a.data?.names ?? {}))
  return (id, kind) => {
    if (!id) return ''
    const name = names[id]
    if (name) return name
    return t(name === '' || kind === 'account' ? 'admin.who.noName' : 'admin.who.visitor', { id: tail(id) })
  }
}
