/** Time after which a selection has come to rest, in ms. */
const REST = 200

/**
 * Calls look when what is selected on the page has come to rest: while the
 * pointer is down, a selection still grows. The function that it gives ends this.
 */
export function watchSelection(look: () => void, { scroll = false }: { scroll?: boolean } = {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pressed = false
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!pressed) look()
    }, REST)
  }
  const down = () => {
    pressed = true
  }
  const up = () => {
    pressed = false
    soon()
  }
  const ended = new AbortController()
  const { signal } = ended
  document.addEventListener('selectionchange', soon, { signal })
  document.addEventListener('pointerdown', down, { capture: true, signal })
  document.addEventListener('pointerup', up, { capture: true, signal })
  document.addEventListener('pointercancel', up, { capture: true, signal })
  if (scroll) document.addEventListener('scroll', soon, { capture: true, signal })
  return () => {
    clearTimeout(timer)
    ended.abort()
  }
}
