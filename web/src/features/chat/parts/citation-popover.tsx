import * as Radix from '@radix-ui/react-popover'
import type { RefObject } from 'react'
import type { Doc } from '../state/types'
import { SourceCard } from './source-card'

export interface CitationPopoverProps {
  doc: Doc
  anchor: RefObject<HTMLButtonElement | null>
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
}

/** Shows a source above its citation mark, or below it if there is no space above. The focus stays in the text. */
export default function CitationPopover({ doc, anchor, onEnter, onLeave, onClose }: CitationPopoverProps) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Radix.Portal>
        <Radix.Content
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className="pop-in z-50 w-80 max-w-[calc(100vw-16px)] rounded-md border border-line bg-surface p-3.5 text-ink shadow-pop outline-none"
          onOpenAutoFocus={(e) => e.preventDefault()}
          onCloseAutoFocus={(e) => e.preventDefault()}
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
        >
          <SourceCard doc={doc} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
