import { send, type TransferReport } from '@/api'

/** Bytes of JSON, and of an archive, that the server takes. */
const MAX_JSON = 50 * 1024 * 1024
const MAX_ZIP = 1024 * 1024 * 1024
/** Time that a whole file may take on a slow line, in ms. */
const TIMEOUT = 30 * 60_000
/** Time after which a saved file's address is given back; some browsers read it late. */
const KEEP = 60_000

/** Has the browser save everything as one file. */
export async function exportAll(): Promise<void> {
  const res = await send('POST', '/api/data/export', {}, { timeout: TIMEOUT })
  const url = URL.createObjectURL(await res.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = /filename="([^"]+)"/.exec(res.headers.get('content-disposition') ?? '')?.[1] ?? 'wenqu.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP)
}

/** Whether the server takes so much; it knows archives by their content, and so are larger ones looked at. */
export async function fits(file: File): Promise<boolean> {
  if (file.size <= MAX_JSON) return true
  const head = await file.slice(0, 2).text()
  return head === 'PK' && file.size <= MAX_ZIP
}

/** Deletes everything of this person for good; the account stays. */
export async function deleteAll(): Promise<void> {
  await send('POST', '/api/data/delete', { confirm: true }, { timeout: TIMEOUT })
}

/** What a file holds; nothing is stored. */
export const preview = (file: File) => report('/api/data/import/preview', file)

/** Makes what a file holds this person's. */
export const bringIn = (file: File) => report('/api/data/import', file)

async function report(path: string, file: File): Promise<TransferReport> {
  return (await send('POST', path, file, { timeout: TIMEOUT })).json() as Promise<TransferReport>
}
