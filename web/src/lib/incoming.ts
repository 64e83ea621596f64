import { useEffect, useRef, useState } from 'react'

/**
 * The files of a paste. Where there is formatted text too, the files are only
 * pictures of it, as when cells of a spreadsheet are pasted, and the text is meant.
 */
export function pastedFiles(data: DataTransfer): File[] {
  return data.types.includes('text/plain') && data.types.includes('text/html') ? [] : [...data.files]
}

/**
 * Takes files that are dropped anywhere on the window, and tells whether some
 * are being dragged over it. Without it the browser would leave the page for
 * the dropped file.
 */
export function useFileDrop(on: boolean, dropped: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const latest = useRef(dropped)
  latest.current = dropped
  useEffect(() => {
    if (!on) return
    const handle = (e: DragEvent) => {
      if (!e.dataTransfer?.types.includes('Files')) return
      e.preventDefault()
      setDragging(e.type === 'dragover')
      if (e.type === 'drop') latest.current([...e.dataTransfer.files])
    }
    // Between two elements of the page one is left for the other; only the last one is left for nothing.
    const leave = (e: DragEvent) => e.relatedTarget === null && setDragging(false)
    addEventListener('dragover', handle)
    addEventListener('drop', handle)
    addEventListener('dragleave', leave)
    return () => {
      removeEventListener('dragover', handle)
      removeEventListener('drop', handle)
      removeEventListener('dragleave', leave)
      setDragging(false)
    }
  }, [on])
  return dragging
}
