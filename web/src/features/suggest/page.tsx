import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { askAtHome } from '@/lib/home-question'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { Toggle } from '@/ui/toggle'
import { useGoodQuestions } from './calls'

/** /good-question: the operator's questions in groups. A click on a question asks it. */
export function GoodQuestionPage() {
  const t = useT()
  const { data, error, isPending, refetch } = useGoodQuestions()
  const [tag, setTag] = useState('')
  const groups = data?.tags ?? []
  // If the group no longer exists, all questions are shown.
  const chosen = groups.some((g) => g.tag === tag) ? tag : ''
  const failed = error && errorText(error)
  return (
    <PageFrame title={t('suggest.good')}>
      {isPending ? (
        <div aria-busy className="grid gap-2.5 pt-3 sm:grid-cols-2">
          {Array.from({ length: 8 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never move.
            <Skeleton key={i} className="h-16 rounded-md" />
          ))}
        </div>
      ) : failed && !data ? (
        <ErrorState title={failed} action={{ label: t('ui.retry'), onClick: () => void refetch() }} />
      ) : !data?.list.length ? (
        <EmptyState
          icon={<MessageCircleQuestion strokeWidth={1.5} />}
          title={t('suggest.none')}
          text={t('suggest.noneText')}
          action={{ label: t('suggest.ask'), onClick: () => void askAtHome('') }}
        />
      ) : (
        <>
          <p className="text-[13px] text-ink-3">{t('suggest.intro')}</p>
          {groups.length > 1 && (
            <fieldset className="mt-3 flex flex-wrap gap-2">
              <legend className="sr-only">{t('suggest.groups')}</legend>
              <Toggle className="max-md:h-11" pressed={!chosen} onChange={() => setTag('')}>
                {t('suggest.all')}
              </Toggle>
              {groups.map((g) => (
                <Toggle
                  key={g.tag}
                  className="max-md:h-11"
                  pressed={chosen === g.tag}
                  onChange={() => setTag(g.tag)}
                >
                  {g.name}
                </Toggle>
              ))}
            </fieldset>
          )}
          {groups
            .filter((g) => !chosen || g.tag === chosen)
            .map((g) => (
              <section key={g.tag} className="mt-6">
                <h2 className="mb-2.5 px-1 font-medium text-[13px] text-ink-3">{g.name}</h2>
                <ul className="grid gap-2.5 sm:grid-cols-2">
                  {data.list
                    .filter((q) => q.tag === g.tag)
                    .map((q) => (
                      <li key={q.title} className="flex">
                        <button
                          type="button"
                          onClick={() => void askAtHome(q.title)}
                          className="flex w-full flex-col justify-start rounded-md border border-line bg-surface px-4 py-3.5 text-left leading-[1.55] transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))] max-sm:min-h-11 max-sm:py-2.5"
                        >
                          <span className="break-words">{q.title}</span>
                          <small className="mt-0.5 block text-[12.5px] text-ink-3">{q.label}</small>
                        </button>
                      </li>
                    ))}
                </ul>
              </section>
            ))}
        </>
      )}
    </PageFrame>
  )
}
