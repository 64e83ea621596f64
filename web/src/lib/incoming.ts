import { useEffect, useRef, useState } from 'react'

/**
 * The files of a paste. If the paste also has plain and formatted text, as for spreadsheet cells, the files are only
 * pictures of the text, and no file is returned.
 */
export function pastedFiles(data: DataTransfer): File[] {
  return data.types.includes('text/plain') && data.types.includes('text/html') ? [] : [...data.files]
}

/**
 * While `on`, calls `dropped` with files that are dropped anywhere on the window. The browser then does not open the
 * files in place of the page. Returns whether files are being dragged over the window.
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
    // When the pointer moves from one element to another, the event has a related target. When the pointer
    // leaves the window, the event has no related target.
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
