/**
 * Sets --keyboard-inset to the height covered by an on-screen keyboard. It is for browsers that do not shrink the page
 * for a keyboard (iOS, old webviews). While the page is zoomed, the inset is 0.
 */
export function watchKeyboard(): void {
  const vv = window.visualViewport
  if (!vv) return
  const set = () => {
    const inset = vv.scale > 1.01 ? 0 : Math.max(0, Math.round(innerHeight - vv.height - vv.offsetTop))
    document.documentElement.style.setProperty('--keyboard-inset', `${inset}px`)
  }
  vv.addEventListener('resize', set)
  vv.addEventListener('scroll', set)
}
