import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, type Bodies, errorText, post } from '@/api'
import { toast } from '@/ui/toast'

export type Server = Answer<'/api/mcp/list', 'post'>['servers'][number]
export type Tool = Server['tools'][number]
export type Fields = Required<Bodies['/api/mcp/save']>

/** What stands for a secret that is stored; sent back, it keeps the secret. */
export const KEPT = '••••••••'

type Call = Extract<keyof Bodies, `/api/mcp/${string}` | `/api/admin/mcp/${string}`>

/** The connectors of the person, or those for everybody as an administrator sees them. */
export function useServers(admin: boolean, watch: boolean) {
  return useQuery({
    queryKey: ['mcp', admin],
    queryFn: ({ signal }) => post(admin ? '/api/admin/mcp/list' : '/api/mcp/list', {}, { signal }),
    refetchInterval: watch ? 2000 : false,
  })
}

/** A call after which the lists are read again; a failure is said. */
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

/** A connector before anything of it is entered. */
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

/** What of a connector is sent to change it. */
export function fieldsOf(s: Server): Fields {
  const { id, name, kind, url, command, headers, env, local, active } = s
  return { id, name, kind, url, command, headers, env, local, active }
}

/** Pairs as lines, and back: `name: value`. */
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
