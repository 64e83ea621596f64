import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type AdminSetting, type Answer, type Bodies, errorText, post } from '@/api'
import { useT } from '@/i18n'
import { toast } from '@/ui/toast'

/** The calls of administrators. */
export type AdminPath = Extract<keyof Bodies, `/api/admin/${string}`>

/** The placeholder for a stored secret; sending it back keeps the secret. */
export const KEPT = '••••••••'

/** Number of rows per page of a list. */
export const PAGE = 50

const key = (path: AdminPath, body?: unknown) => ['admin', path, body ?? null]

/** A query that is repeated when `body` changes. */
export function useLook<P extends AdminPath>(path: P, body: Bodies[P]) {
  return useQuery({
    queryKey: key(path, body),
    queryFn: ({ signal }) => post(path, body, { signal }),
    placeholderData: keepPreviousData,
  })
}

type Listing = {
  [P in AdminPath]: 'offset' extends keyof Bodies[P] ? P : never
}[AdminPath]

/** A list that is fetched page by page; `rows` extracts the rows of a response. */
export function useList<P extends Listing, T>(
  path: P,
  query: Omit<Bodies[P], 'offset' | 'limit'>,
  rows: (answer: Answer<P, 'post'>) => T[],
) {
  const list = useInfiniteQuery({
    queryKey: key(path, query),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      post(path, { ...query, offset: pageParam, limit: PAGE } as unknown as Bodies[P], { signal }),
    getNextPageParam: (last, pages) => (rows(last).length < PAGE ? null : pages.length * PAGE),
  })
  return { ...list, rows: list.data?.pages.flatMap(rows) ?? [] }
}

/** An administrator's action. After a success, the queries of the paths in `changed` are refetched; a failure is
 * shown. */
export function useAct<P extends AdminPath>(path: P, changed: AdminPath[] = []) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Bodies[P]) => post(path, body),
    onSuccess: () => Promise.all(changed.map((p) => client.invalidateQueries({ queryKey: ['admin', p] }))),
    onError: (err) => {
      const text = errorText(err)
      if (text) void toast(text, { kind: 'warning' })
    },
  })
}

/** A section of the settings: its document, and how to save it. */
export function useSection<T>(name: string) {
  const t = useT()
  const client = useQueryClient()
  const query = useLook('/api/admin/settings/get', { name })
  const save = useAct('/api/admin/settings/save', ['/api/admin/provider/list', '/api/admin/source/list'])
  const setting: AdminSetting | undefined = query.data
  return {
    query,
    /** The stored document, or the default document if none is stored. */
    value: (setting?.value ?? setting?.default) as T | undefined,
    /** Whether a document is stored. If none is stored, files and variables apply. */
    isSet: setting?.value != null,
    problem: setting?.problem ?? '',
    saving: save.isPending,
    /**
     * Stores a document; null deletes the stored one. If the call fails, the error is shown and the promise
     * rejects.
     */
    save: async (value: T | null) => {
      const next = await save.mutateAsync({ name, value, version: setting?.version ?? 0 })
      client.setQueryData(key('/api/admin/settings/get', { name }), next)
      void toast(t('admin.saved'), { kind: 'success' })
    },
  }
}
