import { CALL_TIMEOUT, type CallOptions, send } from '@/api'
import type { DocView as StoredDoc } from '@/features/document'
import type { DocView, Unit } from './types'

async function call<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  const res = await send('POST', path, body, { timeout: CALL_TIMEOUT, ...options })
  return (await res.json()) as T
}

/** All that is known of a file: what the viewer needs and what the library does. */
export type FullDoc = DocView & StoredDoc

/** What is known of a file; it fails with status 404 for one that is not this person's. */
export const detail = async (resourceId: string, signal?: AbortSignal): Promise<FullDoc> =>
  (await call<{ data: FullDoc }>('/api/user/docs/detail', { resourceId }, { signal })).data

/** Units of a file, from 1 and both ends included. */
export const units = async (
  resourceId: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Unit[]> =>
  (await call<{ units: Unit[] | null }>('/api/user/docs/units', { resourceId, from, to }, { signal }))
    .units ?? []

/** Has the server read a file again, with the password of one that is locked. */
export const readAgain = async (resourceId: string, password?: string): Promise<DocView> =>
  (await call<{ data: DocView }>('/api/resource/asyncFileParse', { resourceId, password })).data

/** Has the browser save the file under its name. */
export async function save(doc: Pick<DocView, 'id' | 'fileName'>): Promise<void> {
  const res = await send(
    'GET',
    `/api/resource/v1/download?resourceId=${encodeURIComponent(doc.id)}`,
    undefined,
    {
      timeout: CALL_TIMEOUT,
    },
  )
  const { data } = (await res.json()) as { data: { url: string } }
  const link = document.createElement('a')
  link.href = data.url
  link.download = doc.fileName
  link.click()
}
