import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { showPlace } from '../state/place'
import { useSources } from '../state/sources'
import type { Doc } from '../state/types'

/** Width from which a file has room beside the conversation, in px. */
const BESIDE_MIN = 1024

/** Opens a place in a file: beside the conversation where there is room, else on a page of its own. */
export function useOpenPlace(): (doc: Doc) => void {
  const navigate = useNavigate()
  return useCallback(
    (doc) => {
      const beside = useSources.getState().claimed || matchMedia(`(min-width: ${BESIDE_MIN}px)`).matches
      if (beside) return showPlace(doc)
      const query = new URLSearchParams({ id: doc.docId, page: String(doc.page) })
      if (doc.quote) query.set('quote', Array.from(doc.quote).slice(0, QUOTE_MAX).join(''))
      void navigate({ href: `/tool/file-viewer?${query}` })
    },
    [navigate],
  )
}

/** Longest quote in an address, in characters. */
const QUOTE_MAX = 200
