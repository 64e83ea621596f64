import { fetchFile, post, type TransferReport, uploadFile } from '@/api'
import { saveFile } from '@/lib/save-file'

/** The largest files that the server imports, in bytes: MAX_JSON for JSON, MAX_ZIP for an archive. */
const MAX_JSON = 50 * 1024 * 1024
const MAX_ZIP = 1024 * 1024 * 1024
/** Timeout for deleting everything, in ms. */
const TIMEOUT = 30 * 60_000

/** Downloads everything as one file. */
export async function exportAll(): Promise<void> {
  const { bytes, name } = await fetchFile('/api/data/export', {})
  saveFile(bytes, name || 'wenqu.json')
}

/** Whether the server accepts the size; archives, which may be larger, are recognised by content. */
export async function fits(file: File): Promise<boolean> {
  if (file.size <= MAX_JSON) return true
  const head = await file.slice(0, 2).text()
  return head === 'PK' && file.size <= MAX_ZIP
}

/** Permanently deletes everything that this user created or received. The account and its API keys stay. */
export async function deleteAll(): Promise<void> {
  await post('/api/data/delete', { confirm: true }, { timeout: TIMEOUT })
}

/** What an import of the file would add. Nothing is stored. */
export const preview = (file: File): Promise<TransferReport> => uploadFile('/api/data/import/preview', file)

export const importFile = (file: File): Promise<TransferReport> => uploadFile('/api/data/import', file)
