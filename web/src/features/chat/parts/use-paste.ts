import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { pastedFiles } from '@/lib/incoming'
import type { PastedText } from '../state/attached'
import { drafts } from '../state/draft'

/** A pasted text with more characters than this becomes a file. */
export const LONG_TEXT = 2000

interface Made {
  draftId: string
  file: NonNullable<PastedText>
  text: string
  /** The position of the pasted text in the draft. */
  at: number
  /**
   * The draft as it was when the text became a file. While the draft has not changed since, Ctrl+Z undoes the paste;
   * otherwise Ctrl+Z undoes the newest change of the draft.
   */
  rest: string
}

export interface PasteWish {
  draftId: string
  box: RefObject<HTMLTextAreaElement | null>
  onFiles?: (files: File[]) => void
  /** Turns a long text into a file. If undefined, every pasted text stays in the box. */
  onLongText?: (text: string) => Promise<PastedText>
}

/** Handles pasting into the composer: files, and texts longer than LONG_TEXT. */
export function usePaste({ draftId, box, onFiles, onLongText }: PasteWish) {
  const [made, setMade] = useState<Made | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft has its own undo history.
  useEffect(() => setMade(null), [draftId])

  const shown = useRef(draftId)
  shown.current = draftId
  const put = (text: string, from: number, to = from) => {
    const now = drafts.get(draftId)
    drafts.set(draftId, now.slice(0, from) + text + now.slice(to))
    requestAnimationFrame(() => {
      if (shown.current !== draftId) return // the box shows another draft
      box.current?.focus()
      box.current?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  const onPaste = (e: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = onFiles ? pastedFiles(e.clipboardData) : []
    if (files.length) {
      e.preventDefault()
      onFiles?.(files)
      return
    }
    if (!onLongText) return
    const text = e.clipboardData.getData('text/plain')
    if (text.length <= LONG_TEXT) return
    e.preventDefault()
    const { selectionStart, selectionEnd } = e.currentTarget
    if (selectionEnd > selectionStart) put('', selectionStart, selectionEnd) // as the browser's own paste does
    void onLongText(text)
      .catch(() => null)
      .then((file) => {
        if (file) setMade({ draftId, file, text, at: selectionStart, rest: drafts.get(draftId) })
        else put(text, selectionStart)
      })
  }
  const there = made !== null && made.draftId === draftId && made.file.there()
  const undo = () => {
    if (!made || !there) return
    made.file.undo()
    setMade(null)
    put(made.text, Math.min(made.at, drafts.get(draftId).length))
  }
  return {
    onPaste,
    /** Removes the file and inserts the pasted text. Undefined if there is nothing to undo. */
    undo: there ? undo : undefined,
    /** Whether Ctrl+Z undoes the paste; false if the draft has changed since the paste. */
    latest: there && made.rest === drafts.get(draftId),
  }
}
