import { boot } from '@/lib/boot'
import { asApiError, errorOf, isAbort } from './errors'
import { passGate } from './gate'
import { commonHeaders, projectHeader } from './headers'
import { settle } from './refusal'
import { isSensitive, signature } from './signing'
import type { Answer, Bodies, GetPath, Place, PostPath } from './types'

/** Timeout of an ordinary call, in ms; streams have their own timeouts. */
export const CALL_TIMEOUT = 30_000

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Whether the call continues after the page is closed. */
  keepalive?: boolean
  /** Timeout in ms; 0: none. */
  timeout?: number
  /**
   * Whether only the caller handles a refusal. The page then asks for no login or proof of identity, and does not
   * change.
   */
  quiet?: boolean
}

/**
 * Sends a call to the server; all functions of this folder use it. The call waits while a login is in progress (see
 * gate.ts). It gets the common headers, the header of a project and, where the server requires it, a signature. If the
 * call is refused and the user then logs in or proves their identity, it is repeated once. Returns a response with
 * status 2xx. Throws an AbortError if the caller cancels the call, and an ApiError for every other failure.
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
  const file = body instanceof Blob ? body : undefined // sent without conversion
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

/** The address of a call: its path with every {name} replaced, and its query. Throws if a {name} has no value. */
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

/** A POST with a JSON response, typed by the generated API description. */
export function post<P extends PostPath>(
  path: P,
  body: Bodies[P],
  options: CallOptions & Place<P, 'post'> = {},
): Promise<Answer<P, 'post'>> {
  return json(send('POST', addressOf(path, options), body, { timeout: CALL_TIMEOUT, ...options }))
}

/** A GET with a JSON response. */
export function get<P extends GetPath>(
  path: P,
  options: CallOptions & Place<P, 'get'> = {},
): Promise<Answer<P, 'get'>> {
  return json(send('GET', addressOf(path, options), undefined, { timeout: CALL_TIMEOUT, ...options }))
}

/**
 * A POST whose response is a stream of events. The call has no timeout, because the reader of the stream has a timeout
 * of its own.
 */
export function postStream<P extends PostPath>(
  path: P,
  body: Bodies[P],
  options: CallOptions & Place<P, 'post'> = {},
): Promise<Response> {
  return send('POST', addressOf(path, options), body, options)
}

/** A GET whose response is a stream of events. */
export function getStream<P extends GetPath>(
  path: P,
  options: CallOptions & Place<P, 'get'> = {},
): Promise<Response> {
  return send('GET', addressOf(path, options), undefined, options)
}
