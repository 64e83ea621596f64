import { ApiError, type DocumentView, get, post } from '@/api'
import type { DocView, Hit, Kind, Status, TypeCount } from './types'

/** In the API types, the kinds of a file and of its units are plain strings; DocView lists their values. */
const viewOf = (view: DocumentView) => view as DocView
const viewsOf = (views: DocumentView[] | null) => (views ?? []).map(viewOf)

/** Maximum number of files per call. */
const MAX_IDS = 200

function* batches(ids: readonly string[]): Generator<string[]> {
  for (let i = 0; i < ids.length; i += MAX_IDS) yield ids.slice(i, i + MAX_IDS)
}

/** The address for the upload of a file, and the file's future id. */
export interface Ticket {
  uploadUrl: string
  resourceId: string
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Requests permission to upload a file. Calls are made one after the other. The first call of a new visitor creates the
 * visitor's identity, and two concurrent calls would create two identities.
 */
export function genUploadInfo(file: { name: string; size: number }, signal?: AbortSignal): Promise<Ticket> {
  const body = { fileName: file.name, docFrom: 'localDoc', size: file.size } as const
  const ticket = before.then(() => post('/api/resource/genUploadInfo', body, { signal }))
  before = ticket.catch(() => {})
  return ticket
}

/** Asks the server to parse a failed file again, with a password if the file is locked. */
export const parse = async (resourceId: string, password?: string) =>
  viewOf((await post('/api/resource/asyncFileParse', { resourceId, password })).data)

/** The states of any number of files; deleted files are missing in the result. */
export async function status(resourceIds: readonly string[], signal?: AbortSignal): Promise<DocView[]> {
  const found: DocView[] = []
  for (const ids of batches(resourceIds)) {
    try {
      found.push(
        ...viewsOf((await post('/api/resource/check/status', { resourceIds: ids }, { signal })).data.list),
      )
    } catch (err) {
      // The server responds with 404 only if all the files were deleted.
      if (!(err instanceof ApiError && err.status === 404)) throw err
    }
  }
  return found
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

/** Number of files per page of the library. */
export const PAGE_SIZE = 40

export async function list(wish: ListWish, cursor: string, signal?: AbortSignal): Promise<DocPage> {
  const { type, sort } = wish
  const body = { page_size: PAGE_SIZE, cursor, sort, ...(type ? { type } : {}) }
  const { data } = await post('/api/user/docs/v2/list', body, { signal })
  return { ...data, docs: viewsOf(data.docs) }
}

export const counts = async (signal?: AbortSignal) =>
  ((await post('/api/user/docs/v2/filter', {}, { signal })).data.types ?? []) as TypeCount[]

export interface Found {
  docs: DocView[]
  hits: Hit[]
}

export async function search(keyword: string, signal?: AbortSignal): Promise<Found> {
  const { docs, hits } = await post('/api/user/docs/search', { keyword }, { signal })
  return { docs: viewsOf(docs), hits: (hits ?? []) as Hit[] }
}

export const rename = (resourceId: string, fileName: string) =>
  post('/api/user/docs/update', { resourceId, fileName })

/** Deletes any number of files. */
export async function remove(ids: readonly string[]): Promise<void> {
  for (const resourceIds of batches(ids)) await post('/api/user/docs/delete', { resourceIds })
}

/** The conversations in which a file was used. Their times are in Unix seconds. */
export const usage = async (resourceId: string, signal?: AbortSignal) =>
  (await post('/api/user/docs/usage', { resourceId }, { signal })).conversations ?? []

/** An address for saving the file with the browser; it is valid for five minutes. */
export async function downloadUrl(resourceId: string): Promise<string> {
  return (await get('/api/resource/v1/download', { query: { resourceId } })).data.url
}

/** The operator's maximum size of a file, in bytes; 0: not stated. */
export async function configuredMax(): Promise<number> {
  return (await get('/api/info/general')).documentConfig?.singleFileMaxSize ?? 0
}

/** Whether a file still has to be parsed: it is queued, or the server is parsing it. */
export const pending = (s: Status): boolean => s === 'queued' || s === 'parsing'
