import { useQueries } from '@tanstack/react-query'
import { post } from '@/api'
import { useT } from '@/i18n'

/** How many names are asked for at once. */
const CHUNK = 50

/** What follows of an id where there is no name: enough to tell two of a page apart. */
const tail = (id: string) => id.slice(-6)

/** `account` of an id that cannot be a visitor's, also when the account is gone. */
export type NameOf = (id: string, kind?: 'account') => string

/** Says who an id is: the name of an account, else a visitor with the end of the id. Empty ids say nothing. */
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
