import type { ComponentProps, Ref } from 'react'
import { address, inProject } from '@/lib/address'
import { Link } from '@/lib/router'

export interface ViewerLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  id: string
  /** The unit to show, from 1. */
  page?: number
  /** Text to highlight in the unit. */
  quote?: string
  ref?: Ref<HTMLAnchorElement>
}

/** Maximum length of a quote in an address, in characters. */
const MAX_QUOTE = 200

/** A link to the page that shows the file. */
export function ViewerLink({ id, page, quote, ...props }: ViewerLinkProps) {
  const short = quote && Array.from(quote).slice(0, MAX_QUOTE).join('')
  // The page belongs to another feature; only its address is used here.
  return <Link to={inProject(address('/tool/file-viewer', { id, page, quote: short }))} {...props} />
}
