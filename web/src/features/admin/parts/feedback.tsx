import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import type { AdminFeedback } from '@/api'
import { useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/segmented'
import { useAct, useList } from '../calls'
import { useModelName } from '../model-name'
import { useNames } from '../names'
import { useReasons } from '../reasons'
import { moment } from '../time'
import { List, Tag } from './list'

/** Feedback on answers: only the feedback that is not handled yet, or all. */
export default function FeedbackInbox() {
  const t = useT()
  const [view, setView] = useState<'open' | 'all'>('open')
  const list = useList('/api/admin/feedback/list', { everything: view === 'all' }, (a) => a.feedback)
  const nameOf = useNames(list.rows.map((f) => f.ownerId))
  const handle = useAct('/api/admin/feedback/handle', ['/api/admin/feedback/list'])
  return (
    <>
      <div className="mt-1 mb-5 flex">
        <Segmented
          label={t('admin.tab.feedback')}
          value={view}
          onChange={setView}
          options={[
            { value: 'open', label: t('admin.feedback.open') },
            { value: 'all', label: t('admin.feedback.all') },
          ]}
        />
      </div>
      <List
        query={list}
        label={t('admin.tab.feedback')}
        empty={t(view === 'open' ? 'admin.feedback.done' : 'admin.feedback.empty')}
        id={(f) => `${f.ownerId}/${f.cid}/${f.index}/${f.repeatIndex}`}
      >
        {(f) => (
          <Row
            feedback={f}
            who={nameOf(f.ownerId)}
            busy={handle.isPending}
            onHandle={(handled) =>
              handle.mutate({
                ownerId: f.ownerId,
                cid: f.cid,
                index: f.index,
                repeatIndex: f.repeatIndex,
                handled,
              })
            }
          />
        )}
      </List>
    </>
  )
}

function Row({
  feedback: f,
  who,
  busy,
  onHandle,
}: {
  feedback: AdminFeedback
  /** The display name of the owner of the conversation. */
  who: string
  busy: boolean
  onHandle: (handled: boolean) => void
}) {
  const t = useT()
  const locale = useLocale()
  const reasonOf = useReasons()
  const modelName = useModelName()
  const liked = f.type === 1
  return (
    <article>
      <div className="flex flex-wrap items-center gap-2 text-[13px] text-ink-3">
        {liked ? (
          <ThumbsUp
            size={16}
            strokeWidth={1.5}
            className="text-qing-ink"
            aria-label={t('admin.feedback.like')}
          />
        ) : (
          <ThumbsDown
            size={16}
            strokeWidth={1.5}
            className="text-seal"
            aria-label={t('admin.feedback.dislike')}
          />
        )}
        <span>{moment(f.at, locale)}</span>
        <span>{modelName(f.model)}</span>
        <span title={f.ownerId}>{who}</span>
        {f.codes.map((code) => (
          <Tag key={code}>{reasonOf(code)}</Tag>
        ))}
        <Button
          size="sm"
          kind="ghost"
          className="ml-auto"
          disabled={busy}
          onClick={() => onHandle(f.handledAt === 0)}
        >
          {t(f.handledAt === 0 ? 'admin.feedback.handle' : 'admin.feedback.reopen')}
        </Button>
      </div>
      {f.text && <p className="mt-1.5 font-medium">{f.text}</p>}
      <details className="mt-1.5">
        <summary className="cursor-pointer truncate text-ink-2">
          {f.question || t('admin.feedback.hidden')}
        </summary>
        <p className="mt-2 max-h-80 overflow-y-auto whitespace-pre-wrap break-words rounded-sm bg-paper-2 px-3 py-2 text-[13px]">
          {f.answer || t('admin.feedback.noAnswer')}
        </p>
      </details>
    </article>
  )
}
