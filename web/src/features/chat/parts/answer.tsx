import { memo, useMemo } from 'react'
import { useT } from '@/i18n'
import { Markdown } from '../markdown/lazy'
import { endedAs } from '../state/ending'
import type { Activity, Answer as Given } from '../state/model'
import { shown } from '../state/model'
import { isPlace } from '../state/place'
import { showSources } from '../state/sources'
import { answerText, type Doc, type Message } from '../state/types'
import { Actions, type ActionsProps } from './actions'
import { Ending, type EndingProps } from './ending'
import { Research } from './research'
import { SourceStrip } from './source-strip'
import { Steps } from './steps'
import { Think } from './think'
import { useOpenPlace } from './use-open-place'
import { Working } from './working'

export interface AnswerProps extends Omit<ActionsProps, 'answer' | 'message'>, Omit<EndingProps, 'message'> {
  answer: Given
  /** What is being done with this answer now; null when nothing is. */
  activity: Activity | null
}

/** An answer: a document at the left, without a bubble. */
export const Answer = memo(function Answer({ answer, activity, ...rest }: AnswerProps) {
  const t = useT()
  const { message } = shown(answer)
  return (
    <article className="mb-3">
      <h3 className="sr-only">{t('chat.assistant')}</h3>
      {message.hidden ? (
        <p className="mb-3 rounded-md border border-line border-dashed px-4 py-3 text-ink-2">
          {t('chat.hidden')}
        </p>
      ) : (
        <Body message={message} />
      )}
      {message.state === 'running' ? (
        <Working message={message} activity={activity} />
      ) : (
        <>
          <Ending message={message} {...rest} />
          <Actions answer={answer} message={message} {...rest} />
        </>
      )}
    </article>
  )
})

const none: readonly Doc[] = []

/** The sources of an answer, by whichever event brought them. */
export function docsOf(m: Message): readonly Doc[] {
  let docs = none
  for (const item of m.content) {
    if ((item.type === 'searchGuid' || item.type === 'search_with_text') && item.docs?.length)
      docs = item.docs
  }
  return docs
}

function Body({ message }: { message: Message }) {
  const running = message.state === 'running'
  const partial = !running && (message.state !== 'done' || endedAs(message).step === 'goOn')
  const docs = docsOf(message)
  const text = answerText(message)
  const think = message.content.find((i) => i.type === 'think')
  const reasoner = message.content.find((i) => i.type === 'reasoner')
  const many = message.content.find((i) => i.type === 'multiAnswer')
  const replaces = message.content.filter((i) => i.type === 'replace')
  const key = replaces
    .map((r) => `${r.replace.id}:${r.replace.status}:${r.replace.multimedias.length}`)
    .join()
  const openPlace = useOpenPlace()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when a replacement has changed.
  const scope = useMemo(
    () => ({
      docs,
      replacements: new Map(replaces.map((r) => [r.replace.id, r.replace])),
      onSource: (index: number) => {
        const doc = docs.find((d) => d.index === index)
        if (doc && isPlace(doc)) openPlace(doc)
        else showSources(docs, index)
      },
    }),
    [docs, key, openPlace],
  )
  return (
    <>
      {docs.length > 0 && <SourceStrip docs={docs} />}
      {think && (
        <Think text={think.content} title={think.title ?? ''} running={running && think.status !== 2} />
      )}
      {reasoner && <Think text={reasoner.msg} title="" running={running && !text} />}
      <Research message={message} scope={scope} />
      <Steps message={message} />
      {text && <Markdown text={text} running={running} partial={partial} scope={scope} />}
      {many?.answers.map((a) => (
        <section key={a.index} className="mt-3 rounded-md border border-line px-4 py-3">
          <h4 className="mb-1 text-[12.5px] text-ink-3">{a.chatModelId}</h4>
          <Markdown text={a.msg} running={running} partial={partial} scope={scope} />
        </section>
      ))}
    </>
  )
}
