/** Time after which a saved file's address is given back, in ms; some browsers read it late. */
const KEEP = 60_000

/** Gives the browser a file to save. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEEP)
}
