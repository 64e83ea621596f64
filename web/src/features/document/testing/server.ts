import { vi } from 'vitest'
import type { DocView } from '../types'

/** A file of the library as in the server's responses. */
export function doc(part: Partial<DocView> = {}): DocView {
  const id = part.id ?? 'd1'
  return {
    id,
    fileName: '合同.pdf',
    title: '',
    type: 'pdf',
    docType: 'pdf',
    size: 2048,
    status: 'ready',
    progress: 1,
    units: 3,
    unitKind: 'page',
    warnings: [],
    topics: [],
    errorCode: '',
    errorMsg: '',
    url: `/api/resource/content/${id}`,
    thumbUrl: '',
    width: 0,
    height: 0,
    createTime: 1_790_000_000,
    updateTime: 1_790_000_000,
    lastUsedTime: 0,
    ...part,
  }
}

type Body = Record<string, unknown>
/** The body of a response, a whole Response, an Error to throw, or a number: the status of an error response. */
type Reply = unknown

/** A fake of fetch: responses by path, and a record of requests. */
export class FakeServer {
  calls: [path: string, body: Body][] = []
  answers: Record<string, (body: Body) => Reply> = {}
  /** Message of an error response. */
  sentence = '服务器说明'

  constructor() {
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      const body = JSON.parse(String(init.body ?? '{}')) as Body
      const name = path.split('?')[0]!
      this.calls.push([name, body])
      const answer = (await this.answers[name]?.(body)) ?? { code: 0 }
      if (answer instanceof Error) throw answer
      if (answer instanceof Response) return answer
      if (typeof answer !== 'number') return new Response(JSON.stringify(answer))
      const error = { error: { code: '20040', message: this.sentence } }
      return new Response(JSON.stringify(error), { status: answer })
    })
  }

  asked(path: string): Body[] {
    return this.calls.filter(([p]) => p === path).map(([, body]) => body)
  }
}

/** A fake XMLHttpRequest controlled by the test. */
export class FakeXhr {
  static all: FakeXhr[] = []
  upload: { onprogress?: (e: { loaded: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onloadend?: () => void
  status = 0
  responseText = ''
  method = ''
  url = ''
  headers: Record<string, string> = {}
  body?: Blob
  aborted = false

  constructor() {
    FakeXhr.all.push(this)
  }
  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: Blob) {
    this.body = body
  }
  abort() {
    this.aborted = true
    this.onloadend?.()
  }

  /** Reports that `loaded` bytes were sent. */
  progress(loaded: number) {
    this.upload.onprogress?.({ loaded })
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.onload?.()
    this.onloadend?.()
  }
  /** Completes the upload with the server's response. */
  done(view: DocView) {
    this.answer(200, { code: 0, offset: view.size, complete: true, data: view })
  }
  /** Breaks the connection. */
  lose() {
    this.onerror?.()
    this.onloadend?.()
  }

  static install() {
    FakeXhr.all = []
    vi.stubGlobal('XMLHttpRequest', FakeXhr)
  }
  static get last(): FakeXhr {
    return FakeXhr.all.at(-1)!
  }
}

export function file(name: string, size = 100, type = ''): File {
  const made = new File([], name, { type })
  Object.defineProperty(made, 'size', { value: size })
  return made
}
