/** A count for a badge: up to 99 as it is, above that 99+. */
export function badge(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** A number for reading: from 10,000 on in units of 万, with at most one decimal. */
export function wan(n: number): string {
  if (Math.abs(n) < 10_000) return String(n)
  return `${String(Math.floor(n / 1000) / 10)}万`
}

const KB = 1024
const MB = KB * KB

/** A file size for reading, as 254 KB or 1.5 MB: up to two decimals, and none from 100 on. */
export function fileSize(bytes: number): string {
  const [size, unit] = bytes < KB ? [bytes, 'B'] : bytes < MB ? [bytes / KB, 'KB'] : [bytes / MB, 'MB']
  return `${size >= 100 ? Math.round(size) : Number(size.toFixed(2))}\u00a0${unit}`
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
