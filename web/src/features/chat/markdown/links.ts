const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address of a link that may be followed, or null. Only absolute http,
 * https and mailto addresses pass; the browser's own parser decides what the
 * scheme is, so that control characters and entities hide nothing.
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

/** What a person should know before leaving: the host, or the mail address. */
export function destination(url: URL): string {
  return url.protocol === 'mailto:' ? url.pathname : url.host
}

/** An http or https address only: what sources and media may have. */
export function webUrl(href: unknown): URL | null {
  const url = safeUrl(href)
  return url && url.protocol !== 'mailto:' ? url : null
}
