/** A count for a badge: up to 99 as it is, above that 99+. */
export function badge(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** A number for reading, grouped as its language groups; from 10,000 on in units of 万, 萬 or K with at most one decimal. */
export function count(n: number, locale: string): string {
  const short = Math.abs(n) >= 10_000
  return new Intl.NumberFormat(locale, {
    notation: short ? 'compact' : 'standard',
    maximumFractionDigits: short ? 1 : 0,
    // What is not whole yet is not said to be.
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions).format(n)
}

const units = ['KB', 'MB', 'GB', 'TB']

/** A file size for reading, as 254 KB or 1.46 MB: three digits at most, in powers of 1024. The server has the same rule. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}\u00a0B`
  let size = bytes / 1024
  let unit = 0
  for (; Math.round(size) >= 1024 && unit < units.length - 1; unit++) size /= 1024
  return `${Number(size.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2))}\u00a0${units[unit]}`
}

export type FileGroup = 'txt' | 'excel' | 'code' | 'pdf' | 'doc' | 'ppt' | 'file'

const byMime: Record<string, FileGroup> = {
  'text/plain': 'txt',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'doc',
  'application/vnd.ms-excel': 'excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'excel',
  'text/csv': 'excel',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'ppt',
  'application/json': 'code',
  'application/xml': 'code',
  'text/html': 'code',
  'text/css': 'code',
  'text/javascript': 'code',
}

const byExtension: Record<FileGroup, string> = {
  txt: 'txt',
  pdf: 'pdf',
  doc: 'doc docx',
  excel: 'xls xlsx csv',
  ppt: 'ppt pptx',
  code: 'bat c cc cpp cs css go h hpp html ini java js json jsx log lua md php pl py rb rs sh sql swift tex toml ts tsx vue xml yaml yml',
  file: '',
}

/** The group whose icon a file gets, by mime type first and then by extension. */
export function fileGroup(name: string, mime = ''): FileGroup {
  const known = byMime[mime.split(';')[0]!.trim().toLowerCase()]
  const ext = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  // Browsers call every source file text/plain, so there the extension decides.
  if (known && known !== 'txt') return known
  for (const [group, list] of Object.entries(byExtension)) {
    if (ext && list.split(' ').includes(ext)) return group as FileGroup
  }
  return known ?? (mime.startsWith('text/') ? 'code' : 'file')
}
