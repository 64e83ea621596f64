import { useQueryClient } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { useAnnouncement } from '../attach/announce'
import { LIBRARY } from '../attach/attachments'
import { pending } from '../calls'
import { FileName } from '../parts/file-name'
import { FileSign } from '../parts/file-sign'
import { Ring } from '../parts/ring'
import { statusText } from '../parts/words'
import type { DocView } from '../types'
import { drop, type Item, itemOf, retry } from '../upload/engine'
import { useItems } from '../upload/store'
import { watch } from '../upload/watch'
import { KEY } from './cache'

/**
 * A list of the uploads of `place` that are in progress or have failed. A completed upload is removed from this
 * list, is passed to `onArrived`, and appears in the list of the library. When its parsing ends, this component
 * announces the end to screen readers.
 */
export function Uploads({
  place = LIBRARY,
  onArrived,
}: {
  place?: string
  onArrived?: (docs: readonly DocView[]) => void
}) {
  const t = useT()
  const client = useQueryClient()
  const items = useItems(place)
  const [parsing, setParsing] = useState<readonly Item[]>([])
  const said = useAnnouncement([...items, ...parsing])
  const arrived = items.filter((item) => item.doc)
  useEffect(() => {
    if (!arrived.length) return
    for (const item of arrived) drop(place, item.key)
    setParsing((all) => [...all, ...arrived.filter((item) => item.phase === 'parsing')])
    onArrived?.(arrived.flatMap((item) => (item.doc ? [item.doc] : [])))
    void client.invalidateQueries({ queryKey: KEY })
  }, [arrived, client, place, onArrived])
  useEffect(() => {
    const ends = parsing.flatMap(({ key, doc, phase }) =>
      doc && phase === 'parsing'
        ? [
            watch(doc.id, (now) => {
              if (now && pending(now.status)) return
              setParsing((all) =>
                all.flatMap((item) => (item.key !== key ? [item] : now ? [{ ...itemOf(now), key }] : [])),
              )
            }),
          ]
        : [],
    )
    return () => {
      for (const end of ends) end()
    }
  }, [parsing])
  const going = items.filter((item) => !item.doc)
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {going.length > 0 && (
        <ul
          aria-label={t('document.uploads')}
          className="mt-3 divide-y divide-line rounded-md border border-line bg-surface"
        >
          {going.map((item) => {
            const failed = item.phase === 'failed'
            return (
              <li key={item.key} className="flex min-h-14 items-center gap-3 px-3 py-2 md:gap-4">
                {failed ? (
                  <FileSign kind={item.kind} />
                ) : (
                  <span className="grid size-10 shrink-0 place-items-center rounded-[10px] bg-qing-soft text-qing">
                    <Ring value={item.progress} label={statusText(t, item)} />
                  </span>
                )}
                <div className="min-w-0 flex-1 leading-[1.45]">
                  <FileName name={item.name} />
                  <p className={cn('text-[12.5px] tabular-nums', failed ? 'text-seal' : 'text-ink-3')}>
                    {statusText(t, item)}
                  </p>
                </div>
                {failed && (
                  <IconButton
                    size="md"
                    label={t('document.retry', { name: item.name })}
                    data-tip={t('ui.retry')}
                    onClick={() => void retry(place, item.key)}
                  >
                    <RotateCw strokeWidth={1.5} />
                  </IconButton>
                )}
                <IconButton
                  size="md"
                  label={t(failed ? 'document.remove' : 'document.cancel', { name: item.name })}
                  data-tip={t(failed ? 'document.remove.tip' : 'document.cancel.tip')}
                  onClick={() => drop(place, item.key)}
                >
                  <X strokeWidth={1.5} />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
