import { Info } from 'lucide-react'
import { memo, type ReactNode, useMemo } from 'react'
import { useT } from '@/i18n'
import { isPhone } from '@/lib/platform'
import { Blanks, type MarkdownScope } from '../markdown/context'
import { Markdown } from '../markdown/lazy'
import { useGeneral } from '../queries'
import { type Block, blocksOf } from '../state/blocks'
import { docsOf } from '../state/docs'
import { endedAs } from '../state/ending'
import type { Activity, Answer as Given } from '../state/model'
import { shown } from '../state/model'
import { openingOf } from '../state/source-kinds'
import { showSources, useSources } from '../state/sources'
import type { Doc, Message } from '../state/types'
import { isGround, isNote, lineOf } from '../state/work'
import { Actions, type ActionsProps } from './actions'
import { Card } from './card'
import type { OnConsent } from './consent'
import { Ending, type EndingProps } from './ending'
import { openSource } from './open-source'
import { headOf, Process } from './process'
import { Research } from './research'
import { SourceStrip } from './source-strip'
import { Think } from './think'
import { UnderWay } from './under-way'
import { Work } from './work'
import { Working } from './working'

export interface AnswerProps
  extends Omit<ActionsProps, 'answer' | 'message'>,
    Omit<EndingProps, 'message' | 'onRegenerate'> {
  answer: Given
  /** The current activity on this answer; null if there is none. */
  activity: Activity | null
  /** Called with the user's answer to a tool's request for consent. */
  onConsent?: OnConsent
  /** Stores the texts entered in the blanks of the shown version. */
  onBlanks?: (texts: string[]) => void
}

/** An answer, left-aligned and without a bubble. */
export const Answer = memo(function Answer({ answer, activity, onConsent, onBlanks, ...rest }: AnswerProps) {
  const t = useT()
  const { message, repeatIndex, blanks } = shown(answer)
  return (
    <article className="mb-3">
      <h3 className="sr-only">{t('answer.assistant')}</h3>
      {message.hidden ? (
        <p className="mb-3 rounded-md border border-line border-dashed px-4 py-3 text-ink-2">
          {t('answer.hidden')}
        </p>
      ) : (
        <Blanks value={onBlanks ? { texts: blanks ?? [], keep: onBlanks } : null}>
          {/* The key keeps text entered in one version from appearing in another version. */}
          <Body key={repeatIndex} message={message} readOnly={rest.readOnly} onConsent={onConsent} />
        </Blanks>
      )}
      {message.state === 'running' ? (
        <Working message={message} activity={activity} />
      ) : (
        <>
          <Ending message={message} {...rest} onRegenerate={() => rest.onRegenerate()} />
          <Actions answer={answer} message={message} {...rest} />
        </>
      )}
    </article>
  )
})

interface BodyProps {
  message: Message
  readOnly?: boolean
  onConsent?: OnConsent
}

/** The parts of an answer, with its sources. */
export function Body({ message, readOnly, onConsent }: BodyProps) {
  const running = message.state === 'running'
  const docs = docsOf(message)
  const scope = useScope(message, docs, readOnly)
  const blocks = blocksOf(message)
  const head = headOf(blocks, docs, running)
  const draw: Draw = {
    scope,
    running,
    partial: !running && (message.state !== 'done' || endedAs(message).step === 'goOn'),
    last: blocks.length - 1,
    onConsent,
  }
  return (
    <>
      {head.length > 0 ? (
        <Process head={head} docs={docs} onConsent={onConsent} />
      ) : (
        docs.length > 0 && <SourceStrip docs={docs} />
      )}
      <Grounds message={message} />
      {message.content.filter(isNote).map((card) => (
        <Card key={card.id} card={card} scope={scope} quiet />
      ))}
      {blocks.map((block, at) =>
        at < head.length ? null : (
          <div
            key={`${block.kind}${block.key}`}
            className={block.kind !== 'text' && blocks[at - 1]?.kind === 'text' ? 'mt-3.5' : undefined}
          >
            {drawn(block, at, draw)}
          </div>
        ),
      )}
      <UnderWay message={message} />
    </>
  )
}

/** Statements about the whole answer, such as the date of its web pages or the number of omitted rounds. */
function Grounds({ message }: { message: Message }) {
  const t = useT()
  return message.content.filter(isGround).map((step) => (
    <p key={step.id || lineOf(step, t)} className="mb-2.5 flex items-start gap-2 text-[12.5px] text-ink-3">
      <Info aria-hidden size={14} strokeWidth={1.5} className="mt-[3px] shrink-0" />
      {lineOf(step, t)}
    </p>
  ))
}

/** The data and options for rendering the texts of an answer. */
function useScope(message: Message, docs: readonly Doc[], readOnly?: boolean): MarkdownScope {
  const namesSites = useGeneral().appBaseConfig?.citationStyle === 'site'
  const replaces = message.content.filter((i) => i.type === 'replace')
  const key = replaces
    .map((r) => `${r.replace.id}:${r.replace.status}:${r.replace.multimedias.length}`)
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when a replacement changes.
  return useMemo(
    () => ({
      docs,
      namesSites,
      readOnly,
      replacements: new Map(replaces.map((r) => [r.replace.id, r.replace])),
      onSource: (index: number) => {
        const doc = docs.find((d) => d.index === index)
        // On a phone, a file would cover the whole page. So a sheet first shows only this source, with a button that
        // opens the file. If the surrounding page shows files itself (`claimed`), the sheet is not needed.
        if (doc && isPhone() && !useSources.getState().claimed) showSources([doc])
        else if (doc && openingOf(doc) === 'file') openSource(doc)
        else showSources(docs, index)
      },
    }),
    [docs, key, namesSites, readOnly],
  )
}

interface Draw {
  scope: MarkdownScope
  running: boolean
  /** Whether the answer ended before its text was complete. */
  partial: boolean
  /** The index of the last block. */
  last: number
  onConsent?: OnConsent
}

type Blocks = { [K in Block['kind']]: (block: Extract<Block, { kind: K }>, at: number, d: Draw) => ReactNode }

/** Renders each kind of block. */
const draws: Blocks = {
  think: ({ part }, at, d) =>
    part.type === 'think' ? (
      <Think text={part.content} title={part.title ?? ''} running={d.running && part.status !== 2} />
    ) : (
      <Think text={part.msg} title="" running={d.running && at === d.last} />
    ),
  research: ({ trail }, _, d) => <Research trail={trail} scope={d.scope} />,
  work: ({ rows }, at, d) => <Work rows={rows} passed={at < d.last || !d.running} onConsent={d.onConsent} />,
  text: ({ text }, at, d) => (
    <Markdown
      text={text}
      running={d.running && at === d.last}
      partial={d.partial && at === d.last}
      scope={d.scope}
    />
  ),
  card: ({ card }, _, d) => <Card card={card} scope={d.scope} />,
  many: ({ answers }, _, d) =>
    answers.map((a) => (
      <section key={a.index} className="mt-3 rounded-md border border-line px-4 py-3">
        <h4 className="mb-1 text-[12.5px] text-ink-3">{a.chatModelId}</h4>
        <Markdown text={a.msg} running={d.running} partial={d.partial} scope={d.scope} />
      </section>
    )),
}

function drawn(block: Block, at: number, d: Draw): ReactNode {
  return (draws[block.kind] as (block: Block, at: number, d: Draw) => ReactNode)(block, at, d)
}
