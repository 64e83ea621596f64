import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
export { pdfjs }

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** The folder of the files that pdf.js fetches itself; scripts/plugins.ts puts them there. */
const base = new URL(`/assets/pdfjs-${pdfjs.version}/`, location.origin).href

/** Bytes per range request. */
const CHUNK = 256 * 1024
/** Files up to this size are fetched whole in the background, larger files only as needed. */
const WHOLE = 8 * 1024 * 1024

export interface PasswordWish {
  /** Whether the previous password was wrong. */
  wrong: boolean
  answer: (password: string) => void
}

export interface Opening {
  document: Promise<pdfjs.PDFDocumentProxy>
  close: () => void
}

/**
 * Opens a PDF by its address. A file larger than WHOLE is fetched in ranges as they are needed. Scripts inside the
 * file are never run.
 */
export function openPdf(
  url: string,
  size: number,
  onPassword: (wish: PasswordWish) => void,
  onProgress: (share: number) => void,
): Opening {
  const task = pdfjs.getDocument({
    url: new URL(url, location.origin).href,
    cMapUrl: `${base}cmaps/`,
    iccUrl: `${base}iccs/`,
    standardFontDataUrl: `${base}standard_fonts/`,
    wasmUrl: `${base}wasm/`,
    rangeChunkSize: CHUNK,
    disableStream: size > WHOLE,
    disableAutoFetch: size > WHOLE,
    enableXfa: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    onPassword({ wrong: reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD, answer })
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
    onProgress(total > 0 ? Math.min(1, loaded / total) : 0)
  return { document: task.promise, close: () => void task.destroy() }
}

/** Why a file could not be opened. */
export type PdfFault = 'gone' | 'offline' | 'broken'

export function faultOf(err: unknown): PdfFault {
  if (err instanceof pdfjs.ResponseException)
    return err.status === 0 || err.status >= 500 ? 'offline' : 'gone'
  return err instanceof TypeError ? 'offline' : 'broken'
}

/**
 * Options for the text of a page. The text layer and the search use the same options, so that their texts are equal.
 */
export const TEXT_OPTIONS = { includeMarkedContent: true, disableNormalization: true } as const

export async function pageText(pdf: pdfjs.PDFDocumentProxy, n: number): Promise<string> {
  const page = await pdf.getPage(n)
  const { items } = await page.getTextContent(TEXT_OPTIONS)
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}
