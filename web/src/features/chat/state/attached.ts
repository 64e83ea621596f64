import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { errorText } from '@/api'
import { withCatalogue } from '@/i18n'
import { boot } from '@/lib/boot'
import { useFileDrop } from '@/lib/incoming'
import { storage } from '@/lib/storage'
import { toastError } from '@/ui/toast'

type Documents = typeof import('@/features/document')
export type Attached = ReturnType<Documents['attached']>
export type PastedText = Awaited<ReturnType<Documents['attachText']>>

let ready: Documents | undefined

/** Loads the code for files, which is a chunk of its own. */
const load = withCatalogue('document', async () => {
  ready = await import('@/features/document')
  return ready
})

export interface Attaching {
  /** The code for files; undefined until it is loaded. */
  part: Documents | undefined
  /** The state of the draft's files, for the composer. */
  files: Attached
  /** Loads the code for files. */
  reach: () => Promise<Documents>
  /** Loads the code for files and calls `act`. A failure is shown to the user. */
  withPart: (act: (part: Documents) => unknown) => void
  /** Adds dropped or pasted files. Undefined if files are not allowed. */
  bring?: (files: File[]) => void
  /** Whether files are being dragged over the window. */
  dragging: boolean
  /** Whether the files of the draft have been restored and can be sent. */
  settled: boolean
}

const nothing: Attached = { count: 0, blocked: '', placeholder: '' }
const noEvents = () => () => {}

/**
 * The files of a draft. Files that were attached before a reload or on another page are restored
 * automatically.
 */
export function useAttaching(draft: string): Attaching {
  const [part, setPart] = useState(() => ready)
  const reach = useCallback(async () => {
    const now = await load()
    setPart(now)
    return now
  }, [])
  useEffect(() => {
    if (part) part.restore(draft)
    else if (storage.get('files')) reach().catch(() => {}) // the files are restored when the code is next loaded
  }, [part, draft, reach])
  const withPart = (act: (part: Documents) => unknown) => {
    reach()
      .then(act)
      .catch((err: unknown) => {
        toastError(errorText(err))
      })
  }
  const bring = (chosen: File[]) => withPart((now) => now.attach(draft, chosen))
  const on = boot.features.document ?? false
  const dragging = useFileDrop(on, bring)
  useEffect(() => {
    if (dragging) reach().catch(() => {}) // an error is shown after the drop
  }, [dragging, reach])
  const files = useSyncExternalStore(part?.subscribe ?? noEvents, () => part?.attached(draft) ?? nothing)
  const settled = files.blocked === '' && (part !== undefined || !storage.get('files'))
  return { part, files, reach, withPart, bring: on ? bring : undefined, dragging, settled }
}
