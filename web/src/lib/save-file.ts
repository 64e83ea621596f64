/** Delay before a saved file's object URL is revoked, in ms; some browsers read the file late. */
const KEEP = 60_000

export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP)
}
