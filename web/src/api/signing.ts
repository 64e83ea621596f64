import { randomId } from '@/lib/random'

/**
 * Paths whose calls are signed if the server requires it: chat, login, and creating a conversation.
 */
const SENSITIVE = [
  /^\/api\/chat(?:\/|$)/,
  /^\/api\/(?:anon\/|joint\/)?login(?:\/|$)/,
  /\/conversation\/create$/,
]

export function isSensitive(path: string): boolean {
  return SENSITIVE.some((p) => p.test(path))
}

/**
 * The signature headers: time in Unix ms, nonce, and an HMAC-SHA256 in hex. The signed text is method, path without
 * query, time, nonce and the SHA-256 of the body in hex, joined by newlines. Without WebCrypto, for example over plain
 * HTTP on a host other than localhost, there are no headers. The server then refuses the call and explains why.
 */
export async function signature(
  key: string,
  method: string,
  path: string,
  body: string,
  now: number = Date.now(),
  nonce: string = randomId(),
): Promise<Record<string, string>> {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return {}
  const bytes = (s: string) => new TextEncoder().encode(s)
  const bodyHash = hex(await subtle.digest('SHA-256', bytes(body)))
  const hmac = await subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const text = [method.toUpperCase(), path, String(now), nonce, bodyHash].join('\n')
  return {
    'X-Wenqu-Timestamp': String(now),
    'X-Wenqu-Nonce': nonce,
    'X-Wenqu-Signature': hex(await subtle.sign('HMAC', hmac, bytes(text))),
  }
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, '0')).join('')
}
