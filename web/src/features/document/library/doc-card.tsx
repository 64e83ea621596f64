import { memo, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { fileSize } from '@/lib/format'
import { pending } from '../calls'
import { FileName } from '../parts/file-name'
import { ViewerLink } from '../parts/viewer-link'
import { isLocked, useActions } from './actions'
import { DocNameField } from './doc-name-field'
import { DocCover } from './doc-picture'
import { type DocItemProps, DocMenu } from './doc-row'
import { noteOf, useDay } from './words'

/** One file as a card, for wide screens. */
export const DocCard = memo(function DocCard({ doc, chosen, ...asks }: DocItemProps) {
  const t = useT()
  const day = useDay()
  const [renaming, setRenaming] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const { entries } = useActions(doc, asks)
  const failed = doc.status === 'failed'
  return (
    <li
      className={cn(
        'group/doc relative flex flex-col rounded-md border border-line bg-surface transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]',
        chosen && 'border-qing hover:border-qing',
      )}
    >
      <DocCover doc={doc} />
      <div className="flex items-start gap-1 py-2.5 pr-1.5 pl-3">
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
              if (e.key === 'F2') setRenaming(true)
              else if (e.key === 'Delete') asks.onDelete(doc)
            }}
            className="min-w-0 flex-1 leading-[1.45] after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-qing"
          >
            <FileName name={doc.fileName} />
            <span
              title={failed ? doc.errorMsg : undefined}
              className={cn('block truncate text-[12.5px] tabular-nums', failed ? 'text-seal' : 'text-ink-3')}
            >
              {failed
                ? t(isLocked(doc) ? 'document.status.locked' : 'document.status.failed')
                : pending(doc.status)
                  ? noteOf(t, doc)
                  : `${fileSize(doc.size)} · ${day(doc.createTime)}`}
            </span>
          </ViewerLink>
        )}
        {!renaming && chosen === undefined && (
          <DocMenu doc={doc} entries={() => entries(() => setRenaming(true))} className="relative z-[1]" />
        )}
      </div>
      {chosen !== undefined && (
        <input
          type="checkbox"
          checked={chosen}
          aria-label={t('document.chooseOne', { name: doc.fileName })}
          onChange={() => asks.onChoose(doc.id)}
          className="absolute top-2.5 left-2.5 z-[1] size-4 cursor-pointer accent-(--qing)"
        />
      )}
    </li>
  )
})
