import { Paperclip } from 'lucide-react'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import type { Attaching } from '../state/attached'

export interface AttachProps {
  draft: string
  /** The id of the conversation; empty if the conversation is temporary. */
  cid: string
  agentId: string
  attaching: Attaching
}

/** The attach button (paper clip) of the composer. */
export function AttachButton({ draft, cid, agentId, attaching: { part, reach, withPart } }: AttachProps) {
  const t = useT()
  const preload = () => {
    reach().catch(() => {}) // an error is shown when the user opens the menu
  }
  return (
    <Menu
      label={t('chat.attach')}
      side="top"
      entries={() => part?.attachEntries(draft, cid, agentId) ?? []}
      trigger={({ onClick, onFocus, onPointerEnter, ...props }) => (
        <IconButton
          {...props}
          label={t('chat.attach')}
          className="rounded-full"
          onFocus={() => {
            onFocus()
            preload()
          }}
          onPointerEnter={() => {
            onPointerEnter()
            preload()
          }}
          // The menu entries are in a lazily loaded chunk, so the menu opens after the chunk is loaded.
          onClick={(e) => withPart(() => onClick(e))}
        >
          <Paperclip strokeWidth={1.5} />
        </IconButton>
      )}
    />
  )
}
