import { useQuery } from '@tanstack/react-query'
import { type Bodies, get, post } from '@/api'

export interface Line {
  id: number
  text: string
}

/** The data of an outline card. */
export interface OutlineData {
  researchId: string
  title: string
  questions: Line[]
  byRules?: boolean
  /** Whether the study has started: the outline can then no longer be changed. */
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

/**
 * Polling intervals for the state of a study, in ms: SOON while it is queued or running, LATER while it is only
 * planned.
 */
const SOON = 1200
const LATER = 10_000

export const studyKey = (id: string) => ['research', id]

/** The state of a study, polled while the study is planned, queued or running. */
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
