import { useQuery } from '@tanstack/react-query'
import { type Bodies, get, post } from '@/api'

export interface Line {
  id: number
  text: string
}

/** What the card of an outline holds. */
export interface OutlineData {
  researchId: string
  title: string
  questions: Line[]
  byRules?: boolean
  /** The study has begun: the outline cannot be changed any more. */
  begun?: boolean
}

export type Study = Awaited<ReturnType<typeof getStudy>>

const getStudy = (id: string, signal?: AbortSignal) =>
  get('/api/research/{id}', { path: { id }, signal, quiet: true }).then((a) => a.data)

type Outline = Bodies['/api/research/{id}/outline']

export const saveOutline = (id: string, body: Outline) =>
  post('/api/research/{id}/outline', body, { path: { id }, quiet: true }).then((a) => a.data)

export const startStudy = (id: string, body: Outline) =>
  post('/api/research/{id}/start', body, { path: { id } }).then((a) => a.data)

export const stopStudy = (id: string) =>
  post('/api/research/{id}/stop', {}, { path: { id } }).then((a) => a.data)

/** How often a page looks how far a study is, in ms: soon while it waits or is about to go on. */
const SOON = 1200
const LATER = 10_000

export const studyKey = (id: string) => ['research', id]

/** How far a study is; asked again while that can change without this page. */
export function useStudy(id: string) {
  return useQuery({
    queryKey: studyKey(id),
    queryFn: ({ signal }) => getStudy(id, signal),
    enabled: id !== '',
    retry: false,
    staleTime: 1000,
    refetchInterval: ({ state }) =>
      state.data?.state === 'queued' || state.data?.state === 'running'
        ? SOON
        : state.data?.state === 'planned'
          ? LATER
          : false,
  })
}
