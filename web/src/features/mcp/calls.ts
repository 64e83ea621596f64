import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, type Bodies, errorText, post } from '@/api'
import { toast } from '@/ui/toast'

export type Server = Answer<'/api/mcp/list', 'post'>['servers'][number]
export type Tool = Server['tools'][number]
export type Fields = Required<Bodies['/api/mcp/save']>

/** The placeholder for a stored secret; sending it back keeps the secret. */
export const KEPT = '••••••••'

type Call = Extract<keyof Bodies, `/api/mcp/${string}` | `/api/admin/mcp/${string}`>

/**
 * The user's connectors and the connectors for everybody; with `admin`, only the connectors for everybody.
 * With `watch`, the list is fetched every two seconds.
 */
export function useServers(admin: boolean, watch: boolean) {
  return useQuery({
    queryKey: ['mcp', admin],
    queryFn: ({ signal }) => post(admin ? '/api/admin/mcp/list' : '/api/mcp/list', {}, { signal }),
    refetchInterval: watch ? 2000 : false,
  })
}

/** A mutation that calls `path` and then refetches the lists. A failure is shown. */
export function useCall<P extends Call>(path: P) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Bodies[P]) => post(path, body),
    onSettled: () => client.invalidateQueries({ queryKey: ['mcp'] }),
    onError: (err) => {
      const text = errorText(err)
      if (text) void toast(text, { kind: 'warning' })
    },
  })
}

/** The initial values of a new connector. */
export const blank: Fields = {
  id: '',
  name: '',
  kind: 'http',
  url: '',
  command: [],
  headers: {},
  env: {},
  local: false,
  active: true,
}

/** The fields of a connector as sent in a call that changes the connector. */
export function fieldsOf(s: Server): Fields {
  const { id, name, kind, url, command, headers, env, local, active } = s
  return { id, name, kind, url, command, headers, env, local, active }
}

/** The pairs as text, one per line: the name, then `mark`, then the value. */
export const lines = (pairs: Record<string, string>, mark: string) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}${mark}${value}`)
    .join('\n')

export function pairs(text: string, mark: string): Record<string, string> {
  const out: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const at = line.indexOf(mark.trim())
    if (at > 0) out[line.slice(0, at).trim()] = line.slice(at + mark.trim().length).trim()
  }
  return out
}
