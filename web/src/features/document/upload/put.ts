import { ApiError, LocalCode } from '@/api'
import { t } from '@/i18n'
import type { DocView } from '../types'

/** Time without progress after which a connection counts as lost, in ms. */
export const STALL = 60_000

/** The server's response to an upload request. */
export interface Received {
  /** Number of bytes received by the server so far. */
  offset: number
  complete: boolean
  data?: DocView
}

export interface PutOptions {
  /** The position of the first byte to send; earlier bytes have been received. */
  from: number
  signal: AbortSignal
  /** Called with the number of sent bytes, including the bytes before `from`. */
  onProgress: (sent: number) => void
}

/** Sends the rest of a file in one request. It uses XMLHttpRequest, because fetch does not report upload progress. */
export function put(url: string, file: File, { from, signal, onProgress }: PutOptions): Promise<Received> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new ApiError(LocalCode.network, t('error.network'), 0))
    if (signal.aborted) return reject(signal.reason)
    const xhr = new XMLHttpRequest()
    let stall: ReturnType<typeof setTimeout>
    const alive = () => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        xhr.abort()
        lost()
      }, STALL)
    }
    const cancel = () => {
      xhr.abort()
      reject(signal.reason)
    }
    xhr.open('PUT', url)
    xhr.setRequestHeader('Content-Type', 'application/octet-stream')
    if (from > 0) xhr.setRequestHeader('Upload-Offset', String(from))
    xhr.upload.onprogress = (e) => {
      alive()
      onProgress(from + e.loaded)
    }
    xhr.onerror = lost
    xhr.onload = () => {
      const body = read(xhr.responseText)
      if (xhr.status >= 200 && xhr.status < 300 && body) resolve(body as unknown as Received)
      else reject(errorOf(xhr.status, body))
    }
    xhr.onloadend = () => {
      clearTimeout(stall)
      signal.removeEventListener('abort', cancel)
    }
    signal.addEventListener('abort', cancel)
    alive()
    xhr.send(from > 0 ? file.slice(from) : file)
  })
}

interface ErrorBody {
  error?: { code?: string; message?: string }
}

function read(text: string): (ErrorBody & Record<string, unknown>) | null {
  try {
    const body: unknown = JSON.parse(text)
    return body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : null
  } catch {
    return null // the response of a proxy, or no response
  }
}

function errorOf(status: number, body: ErrorBody | null): ApiError {
  return new ApiError(body?.error?.code ?? LocalCode.unknown, body?.error?.message ?? '', status)
}
