import { send, type TransferReport } from '@/api'

/** Bytes of a file that the server takes. */
export const MAX_FILE = 50 * 1024 * 1024
/** Time that a whole file may take on a slow line, in ms. */
const TIMEOUT = 300_000
/** Time after which a saved file's address is given back; some browsers read it late. */
const KEEP = 60_000

/** Has the browser save all conversations as one file. */
export async function exportAll(): Promise<void> {
  const res = await send('POST', '/api/data/export', {}, { timeout: TIMEOUT })
  const url = URL.createObjectURL(await res.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = /filename="([^"]+)"/.exec(res.headers.get('content-disposition') ?? '')?.[1] ?? 'wenqu.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP)
}

/** What a file holds; nothing is stored. */
export const preview = (file: File) => report('/api/data/import/preview', file)

/** Makes the conversations of a file this person's. */
export const bringIn = (file: File) => report('/api/data/import', file)

async function report(path: string, file: File): Promise<TransferReport> {
  return (await send('POST', path, file, { timeout: TIMEOUT })).json() as Promise<TransferReport>
}
