import { useState } from 'react'

/** The element that gets the focus back: the focused one, or the menu's button if that is an entry of a menu. */
function opener(): Element | null {
  const at = document.activeElement
  return at?.closest('[role=menu]') ? document.querySelector('[aria-haspopup=menu][aria-expanded=true]') : at
}

/**
 * Returns a handler for onCloseAutoFocus of a dialog without a Radix trigger, after which no element would have the
 * focus. The handler focuses the element that had the focus when the dialog opened, or the main part of the page if
 * there was none or it is gone. It changes nothing if another element already has the focus.
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
