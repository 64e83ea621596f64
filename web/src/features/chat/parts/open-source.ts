import { inProject } from '@/lib/address'
import { navigate } from '@/lib/router'
import { webUrl } from '../markdown/links'
import { askLeave } from '../state/leaving'
import { openingOf, ownPath } from '../state/source-kinds'
import { useSources } from '../state/sources'
import type { Doc } from '../state/types'

/** Minimum window width for showing a file beside the conversation, in px. */
const BESIDE_MIN = 1024

/**
 * Opens a source by its kind. A file opens beside the conversation if there is space, or in the surrounding page if
 * that page shows files itself. An external site opens after the user has confirmed its address. Any other source
 * opens on its own page, if it has one.
 */
export function openSource(doc: Doc): void {
  const opens = openingOf(doc)
  const beside = useSources.getState().claimed || matchMedia(`(min-width: ${BESIDE_MIN}px)`).matches
  if (opens === 'file' && beside) useSources.setState({ shown: null, place: doc })
  else if (opens === 'site') askLeave(webUrl(doc.url)!)
  else if (opens) void navigate(inProject(doc.url))
}

/** Opens the stored copy of a page, at the quote if there is one. */
export function openCopy(doc: Doc): void {
  if (!doc.copy_url || !ownPath(doc.copy_url)) return
  const quote = doc.quote ? `&quote=${encodeURIComponent(doc.quote.slice(0, 300))}` : ''
  void navigate(inProject(doc.copy_url + quote))
}
