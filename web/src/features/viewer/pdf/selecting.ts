// Text selection over a page, like the text layer of pdf.js (Apache-2.0). Each word is positioned separately,
// so a pointer between two words would select everything to the page's end. To prevent this, an invisible
// element covers the page during a selection and receives the pointer's events. In the DOM, it is next to the
// word at the moving end of the selection, so the selection ends at this word.

const layers = new Map<HTMLElement, HTMLElement>()
let listening: AbortController | undefined

/** Makes text selection in a text layer reliable; the returned function removes the listeners. */
export function easeSelecting(layer: HTMLElement): () => void {
  const end = document.createElement('div')
  end.className = 'endOfContent'
  end.setAttribute('data-aside', '')
  layer.append(end)
  const begin = () => layer.classList.add('selecting')
  layer.addEventListener('pointerdown', begin)
  layers.set(layer, end)
  if (!listening) listening = listen()
  return () => {
    layer.removeEventListener('pointerdown', begin)
    layers.delete(layer)
    if (layers.size > 0) return
    listening?.abort()
    listening = undefined
  }
}

function reset(end: HTMLElement, layer: HTMLElement): void {
  if (end.parentNode !== layer || layer.lastChild !== end) layer.append(end)
  end.style.width = ''
  end.style.height = ''
  layer.classList.remove('selecting')
}

function listen(): AbortController {
  const stop = new AbortController()
  const { signal } = stop
  const resetAll = () => {
    for (const [layer, end] of layers) reset(end, layer)
  }
  let before: Range | undefined
  document.addEventListener('pointerup', resetAll, { signal })
  window.addEventListener('blur', resetAll, { signal })
  document.addEventListener(
    'selectionchange',
    () => {
      const selection = document.getSelection()
      if (!selection || selection.rangeCount === 0) return resetAll()
      const range = selection.getRangeAt(0)
      for (const [layer, end] of layers) {
        if (range.intersectsNode(layer)) layer.classList.add('selecting')
        else reset(end, layer)
      }
      const fromEnd =
        before !== undefined &&
        (range.compareBoundaryPoints(Range.END_TO_END, before) === 0 ||
          range.compareBoundaryPoints(Range.START_TO_END, before) === 0)
      place(range, fromEnd)
      before = range.cloneRange()
    },
    { signal },
  )
  return stop
}

/** Moves the invisible element, in the DOM, next to the word at the moving end of the selection. */
function place(range: Range, fromEnd: boolean): void {
  let word: Node | null = fromEnd ? range.startContainer : range.endContainer
  if (word.nodeType === Node.TEXT_NODE) word = word.parentNode
  if (!fromEnd && range.endOffset === 0) {
    do {
      while (word && !word.previousSibling) word = word.parentNode
      word = word?.previousSibling ?? null
    } while (word && word.childNodes.length === 0)
  }
  const layer = word?.parentElement?.closest<HTMLElement>('.textLayer')
  const end = layer && layers.get(layer)
  if (!word || !layer || !end || word === end) return
  end.style.width = layer.style.width
  end.style.height = layer.style.height
  word.parentNode?.insertBefore(end, fromEnd ? word : word.nextSibling)
}
