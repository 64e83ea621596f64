import { Globe } from 'lucide-react'
import { useState } from 'react'

/** The class names of the element around a LinkTile. */
export const TILE =
  'flex h-11 max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 md:max-w-72'

interface LinkTileProps {
  name: string
  /** The site, the statement that the page is being read, or the reason why the page cannot be read. */
  note: string
  /** The address of the site's icon, on this server. */
  icon?: string
  failed: boolean
}

/** A web page: its name and the note below it, with the icon of the site. */
export function LinkTile({ name, note, icon, failed }: LinkTileProps) {
  const [broken, setBroken] = useState(false)
  return (
    <>
      {icon && /^\/(?!\/)/.test(icon) && !broken ? (
        <img src={icon} alt="" className="size-4 shrink-0" onError={() => setBroken(true)} />
      ) : (
        <Globe className="size-4 shrink-0 text-ink-3" strokeWidth={1.5} aria-hidden />
      )}
      <span className="min-w-0">
        <span className="block truncate text-[13px] leading-snug">{name}</span>
        {note && (
          <span className={`block truncate text-[12px] leading-snug ${failed ? 'text-seal' : 'text-ink-3'}`}>
            {note}
          </span>
        )}
      </span>
    </>
  )
}
