import { useQueryClient } from '@tanstack/react-query'
import { Check, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '@/api'
import { recheck, useAnswering } from '@/features/chat'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { type OutlineData, type Study, startStudy, stopStudy, studyKey, useStudy } from './calls'
import { Editor } from './editor'

export interface OutlineCardProps {
  card: { data?: unknown }
}

function dataOf(data: unknown): OutlineData {
  const d = (data ?? {}) as Partial<OutlineData>
  return {
    researchId: typeof d.researchId === 'string' ? d.researchId : '',
    title: typeof d.title === 'string' ? d.title : '',
    questions: Array.isArray(d.questions) ? d.questions.filter((q) => typeof q?.text === 'string') : [],
    byRules: d.byRules === true,
    begun: d.begun === true,
  }
}

/**
 * The card with a study's outline. The user can edit the outline and start the study; then the card shows the study's
 * progress.
 */
export default function OutlineCard({ card }: OutlineCardProps) {
  const t = useT()
  const data = dataOf(card.data)
  const queries = useQueryClient()
  const { data: study, dataUpdatedAt } = useStudy(data.researchId)
  const cid = study?.conversationId ?? ''
  const answering = useAnswering(cid)
  const state = study?.state
  const [busy, setBusy] = useState(false)

  // The answer can begin without this page: after waiting in the queue, after a restart, or because
  // another page has started it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll of the study checks again.
  useEffect(() => {
    if (cid && state === 'running' && !answering) void recheck(cid)
  }, [cid, state, answering, dataUpdatedAt])
  const over = state === 'done' || state === 'failed'
  useEffect(() => {
    if (over) void queries.invalidateQueries({ queryKey: ['account', 'dots'] })
  }, [over, queries])
  // A short study may start and end between two polls, so this page never shows its answer in progress. The
  // report is then loaded here.
  const waited = useRef(false)
  useEffect(() => {
    if (state === 'queued' || answering) waited.current = !answering
    if (!over || !cid || !waited.current) return
    waited.current = false
    void recheck(cid)
  }, [state, over, cid, answering])

  const act = async (call: () => Promise<Study>) => {
    setBusy(true)
    try {
      queries.setQueryData(studyKey(data.researchId), await call())
    } catch (err) {
      toast(errorText(err) ?? t('error.service'), { kind: 'error' })
      void queries.invalidateQueries({ queryKey: studyKey(data.researchId) })
    } finally {
      setBusy(false)
    }
  }

  if (state === 'planned' && study) {
    return (
      <Editor
        key={study.researchId}
        study={study}
        byRules={data.byRules === true}
        busy={busy}
        onStart={(body) => act(() => startStudy(study.researchId, body))}
      />
    )
  }
  const questions = study?.questions ?? data.questions
  return (
    <div>
      <h4 className="font-medium text-[15px]">{study?.title ?? data.title}</h4>
      <ol className="mt-1.5 list-decimal space-y-1 pl-5 text-[13.5px] text-ink-2">
        {questions.map((q) => (
          <li key={q.id}>{q.text}</li>
        ))}
      </ol>
      {study && state && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-[13px] text-ink-3">
          <Told study={study} answering={answering} />
          {state === 'queued' && (
            <Button
              size="sm"
              className="max-md:h-11"
              disabled={busy}
              onClick={() => act(() => stopStudy(study.researchId))}
            >
              {t('research.unqueue')}
            </Button>
          )}
          {state === 'failed' && (
            <Button
              size="sm"
              kind="primary"
              className="max-md:h-11"
              disabled={busy}
              onClick={() => act(() => startStudy(study.researchId, {}))}
            >
              {t('research.resume')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The state of a study, in words. */
function Told({ study, answering }: { study: Study; answering: boolean }) {
  const t = useT()
  const turning = <LoaderCircle aria-hidden size={14} className="text-qing motion-safe:animate-spin" />
  const line = (icon: React.ReactNode, text: string) => (
    <p role="status" className="flex items-center gap-1.5">
      {icon}
      {text}
    </p>
  )
  switch (study.state) {
    case 'queued':
      return line(
        turning,
        study.before ? t('research.queued', { count: study.before }) : t('research.begins'),
      )
    case 'running':
      return line(turning, t(answering ? 'research.running' : 'research.returns'))
    case 'stopped':
      return line(null, t('research.stopped'))
    case 'failed':
      return line(null, t('research.failed'))
    case 'done':
      if (study.empty) return line(null, t('research.empty'))
      return line(
        <Check aria-hidden size={14} className="text-qing" />,
        t(study.partial ? 'research.partial' : 'research.done'),
      )
    default:
      return null
  }
}
