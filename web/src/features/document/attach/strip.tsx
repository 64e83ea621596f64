import { Suspense, useEffect, useRef, useState } from 'react'
import { useT, withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { isTouch } from '@/lib/platform'
import type { Picture } from '../parts/lightbox'
import { drop, type Item, retry, unlock } from '../upload/engine'
import { isDocument } from '../upload/kinds'
import { useItems } from '../upload/store'
import { useAnnouncement } from './announce'
import { Card } from './card'
import { Chips } from './chips'
import { endChoosing, endConnectors, useChoosing } from './choosing'

const PasswordDialog = lazy(() => import('../parts/password-dialog'))
const ChooseDialog = lazy(() => import('./choose-dialog'))
const HereDialog = lazy(
  withCatalogue('mcp', () => import('@/features/mcp').then((m) => ({ default: m.HereDialog }))),
)
const Lightbox = lazy(() => import('../parts/lightbox'))

export interface StripProps {
  draft: string
  /** Whether the text is empty; suggested questions are shown only then. */
  empty: boolean
  /** Whether the built-in engine answers; it cannot translate. */
  offline: boolean
  onAsk: (question: string) => void
  /**
   * Focuses the text box. Called when the only file was removed. Except on touch devices, it is also called when a file
   * was attached, because the user then usually types a question.
   */
  onType: () => void
}

/** The files of a draft, above the text of its question. */
export function Strip({ draft, empty, offline, onAsk, onType }: StripProps) {
  const t = useT()
  const items = useItems(draft)
  const list = useRef<HTMLUListElement>(null)
  const [locked, setLocked] = useState<string | null>(null)
  const [looking, setLooking] = useState<string | null>(null)
  const said = useAnnouncement(items)
  const choosing = useChoosing((s) => s.draft === draft)
  const connectors = useChoosing((s) => s.connectors)
  const documents = items.filter((item) => isDocument(item.kind))
  // With several documents, the document of a heading would be ambiguous.
  const topics = (documents.length === 1 && documents[0]?.doc?.topics) || []
  const asking = items.find((item) => item.key === locked)
  const pictures = picturesOf(items)

  const count = useRef(items.length)
  const type = useRef(onType)
  type.current = onType
  useEffect(() => {
    if (items.length > count.current && !isTouch()) type.current()
    count.current = items.length
  }, [items.length])

  const remove = (item: Item) => {
    const at = items.indexOf(item)
    drop(draft, item.key)
    if (items.length === 1) return onType()
    requestAnimationFrame(() => {
      const all = list.current?.querySelectorAll<HTMLElement>('[data-remove]')
      all?.[Math.min(at, all.length - 1)]?.focus()
    })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {items.length > 0 && (
        <div className="-mt-1 mb-2.5 cursor-auto">
          <ul
            ref={list}
            aria-label={t('document.attached', { count: items.length })}
            className="-mx-1.5 flex max-h-[136px] flex-wrap gap-2 overflow-y-auto p-1.5 max-md:-mr-3 max-md:flex-nowrap max-md:overflow-x-auto max-md:[scrollbar-width:none]"
          >
            {items.map((item) => (
              <Card
                key={item.key}
                item={item}
                onRemove={() => remove(item)}
                onRetry={() => void retry(draft, item.key)}
                onPassword={() => setLocked(item.key)}
                onLook={() => setLooking(item.key)}
              />
            ))}
          </ul>
          {empty && items.some((item) => isDocument(item.kind) && item.phase !== 'failed') && (
            <Chips offline={offline} topics={topics} onAsk={onAsk} />
          )}
        </div>
      )}
      {choosing && (
        <Suspense>
          <ChooseDialog draft={draft} onClose={endChoosing} />
        </Suspense>
      )}
      {connectors && (
        <Suspense>
          <HereDialog {...connectors} onClose={endConnectors} />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <PasswordDialog
            name={asking.name}
            error={asking.error}
            onClose={() => setLocked(null)}
            onPassword={(password) => void unlock(draft, asking.key, password)}
          />
        </Suspense>
      )}
      {looking && (
        <Suspense>
          <Lightbox
            pictures={pictures}
            start={pictures.findIndex((p) => p.key === looking)}
            onClose={() => setLooking(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function picturesOf(items: readonly Item[]): (Picture & { key: string })[] {
  return items.flatMap(({ key, name, kind, preview, doc }) => {
    const url = preview ?? doc?.url
    return kind === 'image' && url ? [{ key, name, url }] : []
  })
}
