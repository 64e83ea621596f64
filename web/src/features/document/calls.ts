import { ApiError, CALL_TIMEOUT, type CallOptions, send } from '@/api'
import type { DocView, Hit, Kind, Status, TypeCount } from './types'

async function call<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  const res = await send('POST', path, body, { timeout: CALL_TIMEOUT, ...options })
  return (await res.json()) as T
}

/** Where the bytes of a file go, and what the file will be called. */
export interface Ticket {
  uploadUrl: string
  resourceId: string
  /** Bytes that this ticket takes. */
  maxSize?: number
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Gets the right to upload a file. One call goes after another: the first one
 * of a new visitor brings the identity, and two at once would bring two.
 */
export function genUploadInfo(file: { name: string; size: number }, signal?: AbortSignal): Promise<Ticket> {
  const body = { fileName: file.name, docFrom: 'localDoc', size: file.size }
  const ticket = before.then(() => call<Ticket>('/api/resource/genUploadInfo', body, { signal }))
  before = ticket.catch(() => {})
  return ticket
}

/** Has a file read, or read again; with the password of one that is locked. */
export const parse = async (resourceId: string, password?: string) =>
  (await call<{ data: DocView }>('/api/resource/asyncFileParse', { resourceId, password })).data

/** What became of files; one that is gone is not in the answer. */
export async function status(resourceIds: readonly string[], signal?: AbortSignal): Promise<DocView[]> {
  if (resourceIds.length === 0) return []
  try {
    const path = '/api/resource/check/status'
    return (await call<{ data: { list: DocView[] } }>(path, { resourceIds }, { signal })).data.list
  } catch (err) {
    if (!(err instanceof ApiError && err.status === 404)) throw err
    // The server does not say which of several is gone, so they are asked for by halves.
    const half = Math.floor(resourceIds.length / 2)
    if (half === 0) return []
    const [some, others] = [resourceIds.slice(0, half), resourceIds.slice(half)]
    return [...(await status(some, signal)), ...(await status(others, signal))]
  }
}

export type Sort = 'time' | 'name' | 'size' | 'used'

export interface ListWish {
  type: Kind | ''
  sort: Sort
}

export interface DocPage {
  docs: DocView[]
  cursor: string
  hasMore: boolean
}

/** Files of one page of the library. */
export const PAGE_SIZE = 40

export const list = async (wish: ListWish, cursor: string, signal?: AbortSignal) =>
  (
    await call<{ data: DocPage }>(
      '/api/user/docs/v2/list',
      { page_size: PAGE_SIZE, cursor, sort: wish.sort, ...(wish.type ? { type: wish.type } : {}) },
      { signal },
    )
  ).data

export const counts = async (signal?: AbortSignal) =>
  (await call<{ data: { types: TypeCount[] | null } }>('/api/user/docs/v2/filter', {}, { signal })).data
    .types ?? []

export interface Found {
  docs: DocView[]
  hits: Hit[]
}

export const search = async (keyword: string, signal?: AbortSignal): Promise<Found> => {
  const { docs, hits } = await call<{ docs: DocView[] | null; hits: Hit[] | null }>(
    '/api/user/docs/search',
    { keyword },
    { signal },
  )
  return { docs: docs ?? [], hits: hits ?? [] }
}

export const rename = (resourceId: string, fileName: string) =>
  call('/api/user/docs/update', { resourceId, fileName })

export const remove = (resourceIds: readonly string[]) => call('/api/user/docs/delete', { resourceIds })

/** A conversation in which a file was asked about. Its time is in unix seconds. */
export interface Usage {
  id: string
  title: string
  lastRepliedAt: number
}

export const usage = async (resourceId: string, signal?: AbortSignal) =>
  (await call<{ conversations: Usage[] | null }>('/api/user/docs/usage', { resourceId }, { signal }))
    .conversations ?? []

/** An address from which the browser can save the file; it is good for five minutes. */
export const downloadUrl = async (resourceId: string) => {
  const path = `/api/resource/v1/download?resourceId=${encodeURIComponent(resourceId)}`
  const res = await send('GET', path, undefined, { timeout: CALL_TIMEOUT })
  return ((await res.json()) as { data: { url: string } }).data.url
}

/** Most bytes of a file that is no image, as the operator has set it; 0: not said. */
export const configuredMax = async (): Promise<number> => {
  const res = await send('GET', '/api/info/general', undefined, { timeout: CALL_TIMEOUT })
  const info = (await res.json()) as { documentConfig?: { singleFileMaxSize?: number } }
  return info.documentConfig?.singleFileMaxSize ?? 0
}

/** Whether the server is still at work on a file. */
export const pending = (s: Status): boolean => s === 'queued' || s === 'parsing'
