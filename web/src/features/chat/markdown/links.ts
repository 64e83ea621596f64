const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address of a link if the link may be followed, otherwise null. Only absolute http, https and mailto addresses
 * are allowed. The browser's own parser determines the scheme, so that control characters cannot hide it.
 */
export function safeUrl(href: unknown): URL | null {
  if (typeof href !== 'string') return null
  try {
    const url = new URL(href)
    return SCHEMES.has(url.protocol) ? url : null
  } catch {
    return null
  }
}

/** The destination to show before leaving: the host, or the mail address. */
export function destination(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host
}

/** An http or https address, or null. */
export function webUrl(href: unknown): URL | null {
  const url = safeUrl(href)
  return url && url.protocol !== 'mailto:' ? url : null
}
