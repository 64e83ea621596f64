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

/** Timeout of an export, in ms; the server's timeout is shorter. */
const TIMEOUT = 60_000
const PATH = '/api/conversation/export'

/** Exports a conversation or an answer as a file, and lets the browser save the file. */
export async function download(wish: Wish): Promise<void> {
  const offsetOfHour = -new Date().getTimezoneOffset() / 60
  const ask = (more: object) => fetchFile(PATH, { ...wish, offsetOfHour, ...more }, { timeout: TIMEOUT })
  // Only the page can draw diagrams, and only the server has the whole text, so the text is
  // requested first.
  const diagrams = wish.format === 'md' ? [] : await drawn(await (await ask({ format: 'md' })).bytes.text())
  const { bytes, name } = await ask(diagrams.length ? { diagrams } : {})
  saveFile(bytes, name || `wenqu.${wish.format}`)
}
