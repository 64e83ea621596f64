import { send } from '@/api'

export type Format = 'md' | 'docx' | 'pdf'

export interface Wish {
  conversationId: string
  index?: number
  repeatIndex?: number
  format: Format
}

/** Time that a file may take, in ms: the server gives up before. */
const TIMEOUT = 60_000
/** Time after which a saved file's address is given back; some browsers read it late. */
const KEEP = 60_000

/** Has the server make the file and gives it to the browser to save. */
export async function download(wish: Wish): Promise<void> {
  const offsetOfHour = -new Date().getTimezoneOffset() / 60
  const res = await send('POST', '/api/conversation/export', { ...wish, offsetOfHour }, { timeout: TIMEOUT })
  const url = URL.createObjectURL(await res.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(res.headers.get('content-disposition') ?? '') || `wenqu.${wish.format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP)
}

/** The name in a Content-Disposition (RFC 8187), or nothing. */
export function fileName(disposition: string): string {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (!coded) return ''
  try {
    return decodeURIComponent(coded)
  } catch {
    return ''
  }
}
