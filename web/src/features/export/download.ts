import { fetchFile } from '@/api'
import { saveFile } from '@/lib/save-file'

export type Format = 'md' | 'docx' | 'pdf'

export interface Wish {
  conversationId: string
  index?: number
  repeatIndex?: number
  format: Format
}

/** Time that a file may take, in ms: the server gives up before. */
const TIMEOUT = 60_000

/** Has the server make the file and gives it to the browser to save. */
export async function download(wish: Wish): Promise<void> {
  const offsetOfHour = -new Date().getTimezoneOffset() / 60
  const { bytes, name } = await fetchFile(
    '/api/conversation/export',
    { ...wish, offsetOfHour },
    { timeout: TIMEOUT },
  )
  saveFile(bytes, name || `wenqu.${wish.format}`)
}
