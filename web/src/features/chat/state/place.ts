import { useSources } from './sources'
import type { Doc } from './types'

/** Whether a source is a place in one of the person's own files. */
export function isPlace(doc: Doc): boolean {
  return doc.docId !== '' && (doc.page ?? 0) > 0
}

/** Opens a file at the place that an answer names. */
export function showPlace(doc: Doc): void {
  useSources.setState({ shown: null, place: doc })
}
