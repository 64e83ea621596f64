import { Check, ChevronDown, Columns2, Copy, Ellipsis, ThumbsDown, ThumbsUp } from 'lucide-react'
import { memo, type RefObject, Suspense, useRef, useState } from 'react'
import { ExportMenu, useExport } from '@/features/export'
import { loadStars } from '@/features/favorite'
import { loadButton } from '@/features/share'
import { useT, withCatalogue } from '@/i18n'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { part } from '@/lib/part'
import { plainMarkdown, plainText } from '@/lib/plain-text'
import { useSlot } from '@/lib/slot'
import { IconButton } from '@/ui/button'
import { useCopy } from '@/ui/copy'
import { Menu, type MenuEntry } from '@/ui/menu'
import { useListedName } from '../queries'
import { filled } from '../state/blanks'
import type { ModelItem } from '../state/choice'
import { type Answer, type Feedback, shown } from '../state/model'
import { richText } from '../state/rich'
import { answerText, type Message } from '../state/types'
import { isOffline } from '../state/use-choice'
import { Pager } from './pager'
import { Regenerate, type RegenerateProps, useOthers } from './regenerate'

const Compare = lazy(() => import('./compare'))
const Reasons = lazy(() => import('./feedback'))
const ShareButton = part(withCatalogue('share', loadButton))
const Star = part(withCatalogue('favorite', () => loadStars().then((m) => ({ default: m.Star }))))

export interface ActionsProps {
  cid: string
  answer: Answer
  message: Message
  busy: boolean
  last: boolean
  /** Whether the conversation is temporary: its answers cannot be shared or added to favourites. */
  temporary?: boolean
  /** Whether the user may neither rate nor share the answer. */
  readOnly?: boolean
  /** The models to choose from for another version. */
  models: readonly ModelItem[]
  onRegenerate: RegenerateProps['onRegenerate']
  onVersion: (at: number) => void
  onFeedback: (feedback: Feedback | null) => void
}

/** On phones each button is large enough for a finger, and buttons do not overlap. */
const action = 'text-ink-3 max-md:size-11'

/** The actions on an answer, and the model that made it. */
export const Actions = memo(function Actions(props: ActionsProps) {
  const t = useT()
  const { answer, message, busy, last } = props
  const version = shown(answer)
  const repeat = useSlot('repeat').visible
  const collect = useSlot('collect').visible
  const [asking, setAsking] = useState(false)
  const [comparing, setComparing] = useState(false)
  const others = useOthers(props)
  const row = useRef<HTMLDivElement>(null)
  const text = message.hidden ? '' : answerText(message)
  const judge = (type: 1 | -1) => {
    const same = version.feedback?.type === type
    props.onFeedback(same ? null : { type, codes: [], text: '' })
    setAsking(type === -1 && !same)
  }
  return (
    <div className="mt-1.5 mb-4">
      <div
        ref={row}
        className="-ml-2 flex flex-wrap items-center gap-0.5 text-ink-3 max-md:-ml-3 max-md:gap-0"
      >
        {text && <CopyButtons text={text} row={row} />}
        {text && (
          <ExportMenu
            cid={props.cid}
            index={answer.index}
            repeatIndex={version.repeatIndex}
            className="max-md:hidden"
          />
        )}
        {last && repeat && (
          <Regenerate
            models={props.models}
            busy={busy}
            onRegenerate={props.onRegenerate}
            className={action}
          />
        )}
        <Pager
          label={t('answer.versions')}
          all={answer.versions.map((_, i) => i)}
          current={answer.selected}
          disabled={busy}
          onGo={props.onVersion}
        />
        {answer.versions.length > 1 && (
          <IconButton
            size="md"
            label={t('answer.compare')}
            className={action}
            disabled={busy}
            onClick={() => setComparing(true)}
          >
            <Columns2 strokeWidth={1.5} />
          </IconButton>
        )}
        {text && (
          <>
            {!props.readOnly && (
              <>
                <Thumb
                  up
                  pressed={version.feedback?.type === 1}
                  label={t('answer.like')}
                  onClick={() => judge(1)}
                />
                <Thumb
                  pressed={version.feedback?.type === -1}
                  label={t('answer.dislike')}
                  onClick={() => judge(-1)}
                />
              </>
            )}
            {collect && !props.temporary && (
              <Star
                cid={props.cid}
                index={answer.index}
                repeatIndex={version.repeatIndex}
                className={action}
              />
            )}
            {!props.temporary && !props.readOnly && (
              <ShareButton cid={props.cid} index={answer.index} className={action} />
            )}
            <More
              row={row}
              cid={props.cid}
              index={answer.index}
              repeatIndex={version.repeatIndex}
              text={text}
              others={last && repeat ? others : []}
            />
          </>
        )}
        <MadeBy message={message} />
      </div>
      {comparing && (
        <Suspense>
          <Compare answer={answer} onVersion={props.onVersion} onClose={() => setComparing(false)} />
        </Suspense>
      )}
      {asking && version.feedback?.type === -1 && (
        <Suspense>
          <Reasons
            onClose={() => setAsking(false)}
            onSend={(codes, words) => props.onFeedback({ type: -1, codes, text: words })}
          />
        </Suspense>
      )}
    </div>
  )
})

type Row = RefObject<HTMLDivElement | null>

/** Menu entries that copy an answer as plain text or as Markdown. */
function useForms(text: string, row: Row) {
  const t = useT()
  const [, copy] = useCopy()
  const now = () => filled(text, row.current?.closest('article'))
  return [
    { id: 'text', label: t('answer.copy.text'), onSelect: () => void copy({ text: plainText(now()) }) },
    { id: 'md', label: t('answer.copy.markdown'), onSelect: () => void copy({ text: plainMarkdown(now()) }) },
  ]
}

/**
 * A button that copies an answer both as formatted text and as Markdown. When the user pastes, the target app chooses
 * the format. The menu beside the button copies only plain text, or only Markdown.
 */
function CopyButtons({ text, row }: { text: string; row: Row }) {
  const t = useT()
  const [copied, copy] = useCopy()
  const forms = useForms(text, row)
  return (
    <span className="inline-flex items-center">
      <IconButton
        size="md"
        label={t(copied ? 'chat.copied' : 'answer.copy')}
        className={cn(action, copied && 'text-qing-ink')}
        onClick={() => {
          const answer = row.current?.closest('article')
          void copy({
            text: plainMarkdown(filled(text, answer)),
            html: answer ? richText(answer) : undefined,
          })
        }}
      >
        {copied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.5} />}
      </IconButton>
      <Menu
        label={t('answer.copy.forms')}
        entries={forms}
        trigger={(p) => (
          <IconButton
            size="sm"
            label={t('answer.copy.forms')}
            className="-ml-1 w-4 text-ink-3 max-md:hidden [&_svg]:size-3"
            {...p}
          >
            <ChevronDown strokeWidth={1.5} />
          </IconButton>
        )}
      />
    </span>
  )
}

/** A menu for phones, with the actions that do not fit into the row. */
function More({
  text,
  row,
  others,
  ...what
}: {
  cid: string
  index: number
  repeatIndex: number
  text: string
  row: Row
  /** Menu entries for another version by a chosen model. */
  others: MenuEntry[]
}) {
  const t = useT()
  const forms = useForms(text, row)
  const { entries } = useExport(what)
  return (
    <Menu
      label={t('answer.more')}
      entries={[
        ...forms,
        { type: 'separator', id: 'files' },
        ...entries,
        ...(others.length > 0
          ? [{ type: 'label' as const, id: 'others', label: t('answer.regenerate.with') }, ...others]
          : []),
      ]}
      trigger={(p) => (
        <IconButton size="md" label={t('answer.more')} className={cn(action, 'md:hidden')} {...p}>
          <Ellipsis strokeWidth={1.5} />
        </IconButton>
      )}
    />
  )
}

function Thumb({
  up,
  pressed,
  label,
  onClick,
}: {
  up?: boolean
  pressed: boolean
  label: string
  onClick: () => void
}) {
  const Icon = up ? ThumbsUp : ThumbsDown
  return (
    <IconButton
      size="md"
      label={label}
      aria-pressed={pressed}
      className={cn(action, pressed && 'text-qing-ink')}
      onClick={onClick}
    >
      <Icon strokeWidth={1.5} fill={pressed ? 'var(--qing-soft)' : 'none'} />
    </IconButton>
  )
}

/** The badge of the built-in engine, or the name and id of the model that answered. */
function MadeBy({ message }: { message: Message }) {
  const t = useT()
  const modelId = message.meta?.modelId
  const name = useListedName(modelId ?? '')
  if (!modelId) return null
  if (isOffline(modelId)) {
    return (
      <span className="ml-2 rounded-full bg-qing-soft px-2.5 py-0.5 text-[12px] text-qing-ink">
        {t('answer.badge.offline')}
      </span>
    )
  }
  return <span className="ml-2 break-all text-[12px]">{[name, modelId].filter(Boolean).join(' · ')}</span>
}
