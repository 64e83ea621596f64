import { useState } from 'react'

/** The element to focus after a dialog closes: the focused element or, if it is in a menu, the button of the menu. */
function opener(): Element | null {
  const at = document.activeElement
  return at?.closest('[role=menu]') ? document.querySelector('[aria-haspopup=menu][aria-expanded=true]') : at
}

/**
 * Returns a handler for onCloseAutoFocus of a dialog without a Radix trigger. Without the handler, no element would
 * have the focus after the dialog closes. The handler focuses the element that `opener` returned when the dialog
 * opened. If that element is gone, or no element had the focus, the handler focuses the main part of the page. If an
 * element already has the focus, the handler changes nothing.
 */
export function useFocusBack(): (e: Event) => void {
  const [from] = useState(opener)
  return (e) => {
    e.preventDefault()
    if (document.activeElement && document.activeElement !== document.body) return
    const to = from?.isConnected && from !== document.body ? from : document.getElementById('main')
    if (to instanceof HTMLElement) to.focus({ preventScroll: true })
  }
}
