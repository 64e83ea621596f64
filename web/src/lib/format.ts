/** A count for a badge: exact up to 99, above that 99+. */
export function badge(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** A number for display, grouped as the language requires; from 10,000 on it is shortened, such as 1.2万 or 12K. */
export function count(n: number, locale: string): string {
  const short = Math.abs(n) >= 10_000
  return new Intl.NumberFormat(locale, {
    notation: short ? 'compact' : 'standard',
    maximumFractionDigits: short ? 1 : 0,
    // Truncated, because rounding up would show more than there is.
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions).format(n)
}

/** A duration in seconds, such as 0.41, 2.3 or 1,240: below 10 s at most two digits, otherwise whole seconds. */
export function seconds(ms: number, locale: string): string {
  const format = ms < 10_000 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 }
  return new Intl.NumberFormat(locale, format).format(ms / 1000)
}

const units = ['KB', 'MB', 'GB', 'TB']

/**
 * A file size for display, such as 254 KB or 1.46 MB, in powers of 1024 with at most two decimals. The server uses
 * the same rule.
 */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}\u00a0B`
  let size = bytes / 1024
  let unit = 0
  for (; Math.round(size) >= 1024 && unit < units.length - 1; unit++) size /= 1024
  return `${Number(size.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2))}\u00a0${units[unit]}`
}
