import { get, post } from '@/api'
import type { DocView as StoredDoc } from '@/features/document'
import type { DocView, Unit } from './types'

/** The data of a file for the viewer and the library. */
export type FullDoc = DocView & StoredDoc

/** Fetches the data of a file. The promise rejects with status 404 if the user has no file with this id. */
export const detail = async (resourceId: string, signal?: AbortSignal): Promise<FullDoc> =>
  (await post('/api/user/docs/detail', { resourceId }, { signal })).data as FullDoc

/** The units `from` to `to` of a file, inclusive, counted from 1. */
export const units = async (
  resourceId: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Unit[]> =>
  ((await post('/api/user/docs/units', { resourceId, from, to }, { signal })).units ?? []) as Unit[]

/** Asks the server to parse a file again, with a password if the file is locked. */
export const readAgain = async (resourceId: string, password?: string): Promise<DocView> =>
  (await post('/api/resource/asyncFileParse', { resourceId, password })).data as DocView

/** Lets the browser save the file under its name. */
export async function save(doc: Pick<DocView, 'id' | 'fileName'>): Promise<void> {
  const { data } = await get('/api/resource/v1/download', { query: { resourceId: doc.id } })
  const link = document.createElement('a')
  link.href = data.url
  link.download = doc.fileName
  link.click()
}
