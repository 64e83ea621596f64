import { useState } from 'react'

/** The element that gets the focus back; for an entry of a menu, which is gone by then, the button of the menu. */
function opener(): Element | null {
  const at = document.activeElement
  return at?.closest('[role=menu]') ? document.querySelector('[aria-haspopup=menu][aria-expanded=true]') : at
}

/**
 * For onCloseAutoFocus of a dialog without a Radix trigger, which would leave the focus nowhere. The returned handler
 * focuses the element that had the focus when the dialog opened, or the page if there is none or it is gone; it
 * changes nothing if something else has taken the focus.
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
