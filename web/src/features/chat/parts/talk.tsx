import { memo, type RefObject, useCallback, useRef, useState } from 'react'
import { asApiError } from '@/api'
import { toast } from '@/ui/toast'
import { consent, goBranch, judge, keepBlanks, selectVersion } from '../state/acts'
import { goOn, loadMore, regenerate } from '../state/engine'
import { linkSteps } from '../state/link-steps'
import { type Conversation, type Feedback, shown, type Turn } from '../state/model'
import { quoteInto } from '../state/quote'
import type { ModelChoice } from '../state/use-choice'
import { Answer } from './answer'
import { Hints } from './hints'
import { Question } from './question'
import { QuoteButton } from './quote-button'
import { Transcript } from './transcript'

export interface TalkProps {
  chat: Conversation
  choice: ModelChoice
  /** The key of the turn whose question is being edited. */
  editing: string | null
  onEditing: (key: string | null) => void
  onAsk: (text: string, options?: { editOf?: number; hintOf?: string }) => void
  /** Called after a quote was inserted into the draft. */
  onQuoted?: () => void
}

/** The questions and answers of a conversation, with their actions. */
export default function Talk({ chat, choice, editing, onEditing, onAsk, onQuoted }: TalkProps) {
  const busy = chat.activity !== null
  const asks = !chat.readOnly
  // Answers are memoised, so they cannot get the current choice as a prop. They read it from this ref when they make a
  // new version.
  const latest = useRef(choice)
  latest.current = choice
  const last = chat.turns.at(-1)
  const version = last && shown(last.answer)
  const ended = version && version.message.state === 'done' && !version.message.hidden && !busy
  return (
    <>
      <Transcript
        chat={chat}
        onOlder={() => loadMore(chat.cid)}
        question={(turn) => (
          <TurnQuestion
            cid={chat.cid}
            turn={turn}
            editable={!busy && asks}
            editing={editing === turn.key}
            onEditing={onEditing}
            onAsk={onAsk}
          />
        )}
        answer={(turn, isLast) => (
          <TurnAnswer
            cid={chat.cid}
            turn={turn}
            last={isLast}
            temporary={chat.temporary}
            asks={asks}
            busy={busy}
            activity={chat.activity?.turnKey === turn.key ? chat.activity : null}
            models={choice.models}
            latest={latest}
          />
        )}
        after={
          ended &&
          asks && (
            <Hints
              cid={chat.cid}
              index={last.answer.index}
              repeatIndex={version.repeatIndex}
              own={version.message.meta?.hints ?? []}
              onAsk={(text) => onAsk(text, { hintOf: version.message.meta?.traceId })}
            />
          )
        }
      />
      {asks && (
        <QuoteButton
          onQuote={(words) => {
            quoteInto(chat.cid, words)
            onQuoted?.()
          }}
        />
      )}
    </>
  )
}

interface TurnQuestionProps {
  cid: string
  turn: Turn
  editable: boolean
  editing: boolean
  onEditing: TalkProps['onEditing']
  onAsk: TalkProps['onAsk']
}

function TurnQuestion({ cid, turn, editable, editing, onEditing, onAsk }: TurnQuestionProps) {
  return (
    <Question
      question={turn.question}
      links={linkSteps(shown(turn.answer).message.content)}
      editing={editing}
      editable={editable}
      onEdit={() => onEditing(turn.key)}
      onCancel={() => onEditing(null)}
      onAsk={(text) => onAsk(text, { editOf: turn.question.index })}
      onBranch={async (index) => tell(await goBranch(cid, index))}
    />
  )
}

interface TurnAnswerProps {
  cid: string
  turn: Turn
  last: boolean
  temporary?: boolean
  asks: boolean
  busy: boolean
  activity: Conversation['activity']
  models: ModelChoice['models']
  latest: RefObject<ModelChoice>
}

/** Compares props, so that a turn is not rendered again while another turn grows. */
const TurnAnswer = memo(
  function TurnAnswer({ cid, turn, last, temporary, asks, busy, activity, models, latest }: TurnAnswerProps) {
    const { key } = turn
    const [asked, setAsked] = useState(false)
    const again = async (modelId?: string, subModelId = '') => {
      if (asked) return
      setAsked(true)
      await regenerate(
        cid,
        key,
        modelId ? latest.current.fieldsOf(modelId, subModelId) : latest.current.fields(),
      )
      setAsked(false)
    }
    const onConsent = useCallback(
      async (part: string, allow: boolean, remember: boolean) => {
        try {
          await consent(cid, part, allow, remember)
        } catch (err) {
          tell(asApiError(err))
          throw err
        }
      },
      [cid],
    )
    return (
      <Answer
        cid={cid}
        answer={turn.answer}
        activity={activity}
        busy={busy}
        last={last && asks}
        temporary={temporary}
        readOnly={!asks}
        onConsent={last && asks ? onConsent : undefined}
        onContinue={() => goOn(cid, key)}
        models={models}
        onRegenerate={again}
        onVersion={(at) => selectVersion(cid, key, at, asks)}
        onBlanks={asks ? (texts) => keepBlanks(cid, key, texts, (err) => tell(err)) : undefined}
        onFeedback={async (f: Feedback | null) => tell(await judge(cid, key, f))}
      />
    )
  },
  (a, b) =>
    a.turn === b.turn &&
    a.last === b.last &&
    a.temporary === b.temporary &&
    a.asks === b.asks &&
    a.busy === b.busy &&
    a.activity === b.activity &&
    a.models === b.models &&
    a.cid === b.cid,
)

function tell(error: { message: string } | null): void {
  if (error) toast(error.message, { kind: 'error' })
}
