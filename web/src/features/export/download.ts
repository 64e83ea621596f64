import { fetchFile } from '@/api'
import { saveFile } from '@/lib/save-file'
import { drawn } from './diagrams'

export type Format = 'md' | 'docx' | 'pdf'

export interface Wish {
  conversationId: string
  index?: number
  repeatIndex?: number
  format: Format
}

/** Time that a file may take, in ms: the server gives up before. */
const TIMEOUT = 60_000
const PATH = '/api/conversation/export'

/** Has the server make the file and gives it to the browser to save. */
export async function download(wish: Wish): Promise<void> {
  const offsetOfHour = -new Date().getTimezoneOffset() / 60
  const ask = (more: object) => fetchFile(PATH, { ...wish, offsetOfHour, ...more }, { timeout: TIMEOUT })
  // Only the page can draw diagrams, and only the server has the whole text: it gives the text first.
  const diagrams = wish.format === 'md' ? [] : await drawn(await (await ask({ format: 'md' })).bytes.text())
  const { bytes, name } = await ask(diagrams.length ? { diagrams } : {})
  saveFile(bytes, name || `wenqu.${wish.format}`)
}
