import { CALL_TIMEOUT, type CallOptions, json, send } from './client'
import type { paths } from './schema.gen'
import type { Answer, Bodies, PostPath } from './types'

/** Timeout for transferring a whole file over a slow connection, in ms. */
const WHOLE_FILE = 30 * 60_000

/** A file in the response of a call. */
export interface ReceivedFile {
  bytes: Blob
  /** The file name in the response; empty if there is none. */
  name: string
}

/** A POST whose response is a file. */
export async function fetchFile<P extends PostPath>(
  path: P,
  body: Bodies[P],
  options: CallOptions = {},
): Promise<ReceivedFile> {
  const res = await send('POST', path, body, { timeout: WHOLE_FILE, ...options })
  return { bytes: await res.blob(), name: fileName(res.headers.get('content-disposition') ?? '') }
}

/** The file name in a Content-Disposition header (RFC 6266, RFC 8187); empty if there is none. */
export function fileName(disposition: string): string {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  try {
    if (coded) return decodeURIComponent(coded)
  } catch {
    // The encoded name is invalid; the plain name may still be valid.
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1] ?? ''
}

/** The paths that accept the bytes of a file and answer with JSON. */
type UploadPath = {
  [P in PostPath]: paths[P] extends {
    post: { requestBody?: { content: { 'application/octet-stream': unknown } } }
  }
    ? P
    : never
}[PostPath]

/** Sends a file's bytes by POST, with a JSON response. */
export function uploadFile<P extends UploadPath>(
  path: P,
  file: Blob,
  options: CallOptions = {},
): Promise<Answer<P, 'post'>> {
  return json(send('POST', path, file, { timeout: WHOLE_FILE, ...options }))
}

/**
 * Reads the bytes `first` to `last` (inclusive) of the file at `url` on this server. `total` is the size
 * of the whole file. If the server ignores the range, `bytes` is the whole file.
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

/** How many bytes of the upload at `url` the server already has. */
export async function uploadOffset(url: string, signal: AbortSignal): Promise<number> {
  const res = await send('GET', url, undefined, { signal, timeout: 15_000 })
  const offset = Number(res.headers.get('upload-offset'))
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}
