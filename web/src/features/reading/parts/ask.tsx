import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback } from 'react'
import { errorText } from '@/api'
import type { Place } from '@/features/chat'
import type { DocView } from '@/features/viewer'
import { useT } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { ErrorState, Skeleton } from '@/ui/state'
import { conversationQuery, propose, say } from '../calls'

const TalkPanel = lazy(() => import('@/features/chat').then((m) => m.loadTalkPanel()))

/** Questions about the file. Choosing a source of an answer scrolls the file to the cited place. */
export default function AskPanel({ doc, go }: { doc: DocView; go: (unit: number, quote?: string) => void }) {
  const t = useT()
  const cid = useQuery(conversationQuery(doc.id))
  const place = useCallback(
    (p: Place) => {
      if (p.docId === doc.id) go(p.unit, p.quote)
    },
    [doc.id, go],
  )
  if (cid.isError) {
    return (
      <ErrorState
        title={errorText(cid.error) ?? t('reading.failed')}
        action={{ label: t('ui.retry'), onClick: () => void cid.refetch() }}
      />
    )
  }
  if (!cid.data) return <Skeleton className="m-5 w-auto!" />
  const suggestions = ['reading.ask.what', 'reading.ask.points', 'reading.ask.numbers'] as const
  return (
    <Suspense fallback={<Skeleton className="m-5 w-auto!" />}>
      <TalkPanel
        cid={cid.data}
        files={[
          {
            id: doc.id,
            type: doc.type,
            docType: doc.docType,
            fileName: doc.fileName,
            url: doc.url,
            size: doc.size,
          },
        ]}
        placeholder={t('reading.ask.placeholder')}
        welcome={
          <div className="pt-6 text-center">
            <p className="text-ink-2">{t('reading.ask.welcome')}</p>
            <ul className="mt-4 space-y-2">
              {suggestions.map((id) => (
                <li key={id}>
                  <button
                    type="button"
                    className="min-h-11 rounded-full border border-line px-4 text-[14px] text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover"
                    onClick={() => void propose(cid.data, t(id))}
                  >
                    {t(id)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        }
        onPlace={place}
        renew={async () => {
          const { data, error } = await cid.refetch()
          if (error) say(error)
          return data
        }}
      />
    </Suspense>
  )
}
