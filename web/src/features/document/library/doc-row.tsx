import { Ellipsis, KeyRound, MessageSquareText, RotateCw } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { fileSize } from '@/lib/format'
import { IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { FileName } from '../parts/file-name'
import { ViewerLink } from '../parts/viewer-link'
import { askable, type DocView } from '../types'
import { type Asks, isLocked, useActions } from './actions'
import { DocNameField } from './doc-name-field'
import { DocPicture } from './doc-picture'
import { lineOf, noteOf, useDay } from './words'

export interface DocItemProps extends Asks {
  doc: DocView
  /** Whether the file is selected; undefined outside of selection mode. */
  chosen?: boolean
}

/** One file as a row. F2 renames it, Delete asks whether to delete it. The menu has all actions. */
export const DocRow = memo(function DocRow({ doc, chosen, ...asks }: DocItemProps) {
  const t = useT()
  const day = useDay()
  const [renaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const { ask, readAgain, entries } = useActions(doc, asks)
  const failed = doc.status === 'failed'
  const note = noteOf(t, doc)
  const date = day(doc.createTime)
  const rename = () => setRenaming(true)

  return (
    <li
      className={cn(
        'group/doc relative flex min-h-16 items-center gap-3 rounded-md px-3 transition-colors hover:bg-hover has-[button[aria-expanded=true]]:bg-hover md:gap-4',
        chosen && 'bg-qing-soft hover:bg-qing-soft',
      )}
    >
      {chosen !== undefined && (
        <input
          type="checkbox"
          checked={chosen}
          aria-label={t('document.chooseOne', { name: doc.fileName })}
          onChange={() => asks.onChoose(doc.id)}
          className="size-4 shrink-0 cursor-pointer accent-(--qing)"
        />
      )}
      <DocPicture doc={doc} />
      {renaming ? (
        <DocNameField
          doc={doc}
          onDone={() => {
            setRenaming(false)
            requestAnimationFrame(() => link.current?.focus())
          }}
        />
      ) : (
        <ViewerLink
          ref={link}
          id={doc.id}
          onClick={(e) => {
            if (chosen === undefined) return
            e.preventDefault()
            asks.onChoose(doc.id)
          }}
          onKeyDown={(e) => {
            if (e.key === 'F2') rename()
            else if (e.key === 'Delete') asks.onDelete(doc)
          }}
          // The link covers the whole row, below its buttons.
          className="min-w-0 flex-1 py-2 leading-[1.45] after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-qing focus-visible:after:-outline-offset-2"
        >
          <FileName name={doc.fileName} />
          {note && (
            <span
              title={failed ? note : undefined}
              className={cn(
                'block truncate text-[12.5px] max-md:hidden',
                failed ? 'text-seal' : 'text-ink-3',
              )}
            >
              {note}
            </span>
          )}
          <span
            className={cn(
              'block text-[12.5px] md:hidden',
              failed ? 'line-clamp-2 text-seal' : 'truncate text-ink-3',
            )}
          >
            {lineOf(t, doc, date)}
          </span>
        </ViewerLink>
      )}
      {!renaming && (
        <>
          <span className="w-20 shrink-0 text-right text-[12.5px] text-ink-3 tabular-nums max-md:hidden">
            {fileSize(doc.size)}
          </span>
          <time
            dateTime={new Date(doc.createTime * 1000).toISOString()}
            className="w-20 shrink-0 text-right text-[12.5px] text-ink-3 tabular-nums max-md:hidden"
          >
            {date}
          </time>
          {chosen === undefined && (
            <div className="relative z-[1] flex shrink-0 items-center">
              {failed ? (
                <IconButton
                  size="md"
                  label={t(isLocked(doc) ? 'document.password.enter' : 'document.retry', {
                    name: doc.fileName,
                  })}
                  data-tip={t(isLocked(doc) ? 'document.password' : 'ui.retry')}
                  className="text-seal"
                  onClick={readAgain}
                >
                  {isLocked(doc) ? <KeyRound strokeWidth={1.5} /> : <RotateCw strokeWidth={1.5} />}
                </IconButton>
              ) : (
                <IconButton
                  size="md"
                  label={t('document.ask')}
                  disabled={!askable(doc)}
                  className="text-ink-3 disabled:invisible max-md:hidden"
                  onClick={ask}
                >
                  <MessageSquareText strokeWidth={1.5} />
                </IconButton>
              )}
              <DocMenu doc={doc} entries={() => entries(rename)} />
            </div>
          )}
        </>
      )}
    </li>
  )
})

/** The menu of one file. */
export function DocMenu({
  doc,
  entries,
  className,
}: {
  doc: DocView
  entries: () => ReturnType<ReturnType<typeof useActions>['entries']>
  className?: string
}) {
  const t = useT()
  return (
    <Menu
      label={t('document.menu', { name: doc.fileName })}
      align="end"
      entries={entries}
      trigger={(props) => (
        <IconButton
          {...props}
          size="md"
          label={t('document.more', { name: doc.fileName })}
          data-tip={t('document.more.tip')}
          className={cn('text-ink-3', className)}
        >
          <Ellipsis strokeWidth={1.5} />
        </IconButton>
      )}
    />
  )
}
