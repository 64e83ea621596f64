import { webUrl } from '../markdown/links'
import type { Doc } from './types'

/** The name of a source's site, or its host; empty if neither is known. */
export function siteOf(doc: Doc): string {
  return doc.web_site_name || doc.sourceName || webUrl(doc.url)?.host || ''
}
