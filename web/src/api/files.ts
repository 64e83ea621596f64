import { CALL_TIMEOUT, type CallOptions, json, send } from './client'
import type { paths } from './schema.gen'
import type { Answer, Bodies, PostPath } from './types'

/** Time that a whole file may take on a slow line, in ms. */
const WHOLE_FILE = 30 * 60_000

/** A file that a call answered with. */
export interface ReceivedFile {
  bytes: Blob
  /** Its name as the server gives it; empty when it gives none. */
  name: string
}

/** A POST that is answered by a file. */
export async function fetchFile<P extends PostPath>(
  path: P,
  body: Bodies[P],
  options: CallOptions = {},
): Promise<ReceivedFile> {
  const res = await send('POST', path, body, { timeout: WHOLE_FILE, ...options })
  return { bytes: await res.blob(), name: fileName(res.headers.get('content-disposition') ?? '') }
}

/** The name in a Content-Disposition (RFC 6266, RFC 8187), or nothing. */
export function fileName(disposition: string): string {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  try {
    if (coded) return decodeURIComponent(coded)
  } catch {
    // broken: the plain one beside it may be whole
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? ''
}

/** The paths that take the bytes of a file and answer with JSON. */
type UploadPath = {
  [P in PostPath]: paths[P] extends {
    post: { requestBody?: { content: { 'application/octet-stream': unknown } } }
  }
    ? P
    : never
}[PostPath]

/** A POST of a file's bytes, with a JSON answer. */
export function uploadFile<P extends UploadPath>(
  path: P,
  file: Blob,
  options: CallOptions = {},
): Promise<Answer<P, 'post'>> {
  return json(send('POST', path, file, { timeout: WHOLE_FILE, ...options }))
}

/**
 * Bytes of a file from one of our addresses, first to last and both included;
 * total is the size of the whole. A server that knows no ranges sends all of it.
 */
export async function readRange(
  url: string,
  first: number,
  last: number,
  signal?: AbortSignal,
): Promise<{ bytes: Uint8Array; total: number }> {
  const headers = { Range: `bytes=${first}-${last}` }
  const res = await send('GET', url, undefined, { signal, headers, timeout: 4 * CALL_TIMEOUT })
  const bytes = new Uint8Array(await res.arrayBuffer())
  const total = Number(/\/(\d+)$/.exec(res.headers.get('content-range') ?? '')?.[1])
  return { bytes, total: res.status === 206 && Number.isFinite(total) ? total : bytes.length }
}

/** Bytes of an upload that the server already has; url is the one that the upload was given. */
export async function uploadOffset(url: string, signal: AbortSignal): Promise<number> {
  const res = await send('GET', url, undefined, { signal, timeout: 15_000 })
  const offset = Number(res.headers.get('upload-offset'))
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}
