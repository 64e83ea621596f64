import { fetchFile, post, type TransferReport, uploadFile } from '@/api'
import { saveFile } from '@/lib/save-file'

/** Bytes of JSON, and of an archive, that the server takes. */
const MAX_JSON = 50 * 1024 * 1024
const MAX_ZIP = 1024 * 1024 * 1024
/** Time that deleting everything may take, in ms. */
const TIMEOUT = 30 * 60_000

/** Has the browser save everything as one file. */
export async function exportAll(): Promise<void> {
  const { bytes, name } = await fetchFile('/api/data/export', {})
  saveFile(bytes, name || 'wenqu.json')
}

/** Whether the server takes so much; it knows archives by their content, and so are larger ones looked at. */
export async function fits(file: File): Promise<boolean> {
  if (file.size <= MAX_JSON) return true
  const head = await file.slice(0, 2).text()
  return head === 'PK' && file.size <= MAX_ZIP
}

/** Deletes everything of this person for good; the account stays. */
export async function deleteAll(): Promise<void> {
  await post('/api/data/delete', { confirm: true }, { timeout: TIMEOUT })
}

/** What a file holds; nothing is stored. */
export const preview = (file: File): Promise<TransferReport> => uploadFile('/api/data/import/preview', file)

/** Makes what a file holds this person's. */
export const bringIn = (file: File): Promise<TransferReport> => uploadFile('/api/data/import', file)
