/** Text for the clipboard: plain, and optionally formatted. */
export interface Copied {
  text: string
  html?: string
}

/**
 * Writes text to the clipboard. If the API fails or is not available (plain HTTP), the copy command is used. Returns
 * whether the text was written.
 */
export async function toClipboard({ text, html }: Copied): Promise<boolean> {
  try {
    if (html && typeof ClipboardItem !== 'undefined') {
      const blob = (type: string, body: string) => new Blob([body], { type })
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/plain': blob('text/plain', text),
          'text/html': blob('text/html', html),
        }),
      ])
    } else await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand({ text, html })
  }
}

function copyByCommand({ text, html }: Copied): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.style.cssText = 'position:fixed;opacity:0'
  document.body.append(area)
  area.select()
  const fill = (e: ClipboardEvent) => {
    e.preventDefault()
    e.clipboardData?.setData('text/plain', text)
    if (html) e.clipboardData?.setData('text/html', html)
  }
  document.addEventListener('copy', fill, { once: true })
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', fill)
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
