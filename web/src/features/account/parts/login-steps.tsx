import { useState } from 'react'
import { errorText, type LoginAnswer } from '@/api'
import { useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { logIn, restoreAccount } from '../calls'
import { Avatar } from './avatar'
import { FactorForm } from './factor-form'

export const stepTitle = (answer: LoginAnswer) =>
  answer.factor
    ? ('account.factor.title' as const)
    : answer.status === 2
      ? ('account.leaving.title' as const)
      : ('account.choose.title' as const)

/**
 * The steps after the first proof of identity: the second factor, the choice of an account, or
 * restoring an account that is waiting for its deletion.
 */
export function LoginSteps({
  answer,
  onAnswer,
}: {
  answer: LoginAnswer
  onAnswer: (answer: LoginAnswer) => void
}) {
  const t = useT()
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const act = (what: () => Promise<LoginAnswer>) => {
    setBusy(true)
    setProblem('')
    what()
      .then(onAnswer)
      .catch((err: unknown) => setProblem(errorText(err) ?? ''))
      .finally(() => setBusy(false))
  }
  if (answer.factor)
    return (
      <FactorForm
        action={t('account.enter')}
        onCode={async (code) => onAnswer(await logIn({ type: 'factor', ticket: answer.ticket, code }))}
      />
    )
  return (
    <div>
      {answer.status === 2 ? (
        <>
          <p className="leading-[1.75]">
            {t('account.leaving.text', {
              name: answer.name,
              date: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(answer.leavesTime * 1000),
            })}
          </p>
          <Button
            kind="primary"
            size="lg"
            className="mt-4 w-full"
            disabled={busy}
            onClick={() => act(() => restoreAccount(answer.ticket))}
          >
            {t('account.leaving.takeUp')}
          </Button>
        </>
      ) : (
        <>
          <p className="mb-3 text-ink-2">{t('account.choose.text')}</p>
          <ul className="divide-y divide-line rounded-md border border-line">
            {answer.accounts.map((a) => (
              <li key={a.userId}>
                <button
                  type="button"
                  disabled={busy}
                  className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover"
                  onClick={() =>
                    act(() => logIn({ type: 'choose', ticket: answer.ticket, userId: a.userId }))
                  }
                >
                  <Avatar name={a.name} src={a.avatar} />
                  <span className="truncate">{a.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p role="status" className="mt-2 text-[13px] text-seal">
        {problem}
      </p>
    </div>
  )
}
