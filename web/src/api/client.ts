import { boot } from '@/lib/boot'
import { asApiError, errorOf, isAbort } from './errors'
import { passGate } from './gate'
import { commonHeaders, projectHeader } from './headers'
import { settle } from './refusal'
import { isSensitive, signature } from './signing'
import type { Answer, Bodies, GetPath, Place, PostPath } from './types'

/** Time that an ordinary call may take, in ms; streams have their own rules. */
export const CALL_TIMEOUT = 30_000

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Lets the call outlive the page: for what must be said while it closes. */
  keepalive?: boolean
  /** In ms; 0 means none. */
  timeout?: number
  /** A 401 or 403 is the caller's alone: no login is asked for, the page stays. */
  quiet?: boolean
}

/**
 * The one way to the server, for the functions of this folder: it waits while a login is under way, adds common
 * headers, the cookie and signing where it is on, goes out once more when a login
 * was what it lacked, and gives every failure as an ApiError (an own abort stays
 * an AbortError).
 * An answer of status 2xx comes back as it is.
 */
export async function send(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Response> {
  try {
    for (let again = false; ; again = true) {
      await passGate(path, options.signal)
      const res = await once(method, path, body, options)
      if (res.ok) return res
      const err = await errorOf(res)
      if (again || !(await settle(path, err, options.quiet))) throw err
    }
  } catch (err) {
    throw isAbort(err) ? err : asApiError(err)
  }
}

async function once(
  method: string,
  path: string,
  body: unknown,
  { headers: more, signal, timeout, keepalive }: CallOptions,
): Promise<Response> {
  const file = body instanceof Blob ? body : undefined // goes as it is
  const text = body === undefined || file ? '' : JSON.stringify(body)
  const headers: Record<string, string> = { ...commonHeaders(), ...projectHeader(path, text), ...more }
  if (body !== undefined) headers['Content-Type'] = file ? 'application/octet-stream' : 'application/json'
  if (boot.signing && isSensitive(path)) {
    Object.assign(headers, await signature(boot.signing.key, method, path.split('?')[0]!, text))
  }
  const signals = [signal, timeout ? AbortSignal.timeout(timeout) : undefined]
  return fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : (file ?? text),
    credentials: 'same-origin',
    keepalive,
    signal: AbortSignal.any(signals.filter((s) => s !== undefined)),
  })
}

export async function json<T>(res: Promise<Response>): Promise<T> {
  try {
    return (await (await res).json()) as T
  } catch (err) {
    throw isAbort(err) ? err : asApiError(err)
  }
}

/** The address of a call: its path with every {name} filled in, and its query. */
export function addressOf(
  path: string,
  { path: names, query }: { path?: unknown; query?: unknown } = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (names as Record<string, unknown> | undefined)?.[name]
    if (value === undefined) throw new Error(`${path}: ${name} is not given`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}

/** A POST with a JSON answer, typed by the generated API description. */
export function post<P extends PostPath>(
  path: P,
  body: Bodies[P],
  options: CallOptions & Place<P, 'post'> = {},
): Promise<Answer<P, 'post'>> {
  return json(send('POST', addressOf(path, options), body, { timeout: CALL_TIMEOUT, ...options }))
}

/** A GET with a JSON answer. */
export function get<P extends GetPath>(
  path: P,
  options: CallOptions & Place<P, 'get'> = {},
): Promise<Answer<P, 'get'>> {
  return json(send('GET', addressOf(path, options), undefined, { timeout: CALL_TIMEOUT, ...options }))
}

/** A POST that is answered by a stream of events; its time has rules of its own. */
export function postStream<P extends PostPath>(
  path: P,
  body: Bodies[P],
  options: CallOptions & Place<P, 'post'> = {},
): Promise<Response> {
  return send('POST', addressOf(path, options), body, options)
}

/** A GET that is answered by a stream of events. */
export function getStream<P extends GetPath>(
  path: P,
  options: CallOptions & Place<P, 'get'> = {},
): Promise<Response> {
  return send('GET', addressOf(path, options), undefined, options)
}
