import { RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { Button } from '@/ui/button'
import { Sign } from '@/ui/sign'
import { draftOf } from './calls'
import type { Draft } from './use-draft'

const TalkPanel = lazy(() => import('@/features/chat').then((m) => m.loadTalkPanel()))

/** A random id for a temporary conversation. */
const fresh = () => crypto.randomUUID()

/** A temporary conversation with the draft of an agent. The draft is saved before each question. */
export function Trial({ draft }: { draft: Draft }) {
  const t = useT()
  const [cid, setCid] = useState(fresh)
  const { spec, own } = draft
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2 px-4 text-[13px] text-ink-3">
        <span className="min-w-0 flex-1 truncate">{t('agent.trial.note')}</span>
        <Button kind="ghost" size="sm" onClick={() => setCid(fresh())}>
          <RotateCcw strokeWidth={1.5} />
          {t('agent.trial.again')}
        </Button>
      </div>
      <Suspense>
        <TalkPanel
          key={cid}
          cid={cid}
          agentId={draftOf(own.id)}
          trial
          files={[]}
          placeholder={t('agent.trial.ask')}
          before={draft.flush}
          welcome={(ask) => (
            <div className="flex flex-col items-center text-center">
              <Sign name={spec.name || t('agent.unnamed')} picture={draft.avatar} size="lg" />
              <p className="mt-3 font-medium">{spec.name || t('agent.unnamed')}</p>
              {spec.description && <p className="mt-1 max-w-sm text-[13px] text-ink-2">{spec.description}</p>}
              {own.needsModel && <p className="mt-3 text-[13px] text-amber">{t('agent.needsModel')}</p>}
              {spec.opening && (
                <p className="mt-4 w-full whitespace-pre-wrap rounded-md bg-paper-2 px-4 py-3 text-left leading-[1.65]">
                  {spec.opening}
                </p>
              )}
              <ul className="mt-4 w-full space-y-2">
                {spec.questions?.filter(Boolean).map((q) => (
                  <li key={q}>
                    <button
                      type="button"
                      onClick={() => ask(q)}
                      className="w-full rounded-md border border-line bg-surface px-4 py-2.5 text-left hover:bg-hover"
                    >
                      {q}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        />
      </Suspense>
    </>
  )
}
