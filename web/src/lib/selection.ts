/** A selection counts as complete after this time without changes, in ms. */
const REST = 200

/**
 * Calls `look` when REST ms have passed since the last change of the selection and the last release of the
 * pointer, unless the pointer is down at that moment. With `scroll`, scrolling counts as a change. The
 * returned function stops the calls.
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
