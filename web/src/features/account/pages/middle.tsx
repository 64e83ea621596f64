import { useEffect, useRef, useState } from 'react'
import { errorText, type LoginAnswer, post } from '@/api'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { ErrorState, Skeleton } from '@/ui/state'
import { logIn, useLoginConfig } from '../calls'
import { LoginSteps } from '../parts/login-steps'
import { Stage } from './stage'

/** /pc-middle-login: transfers a login between two of our hosts by a one-time code. */
export function MiddlePage() {
  const t = useT()
  const config = useLoginConfig()
  const [query] = useState(() => new URLSearchParams(location.search))
  const ticket = query.get('ticket')
  const code = query.get('code')
  const [to, setTo] = useState('')
  const [answer, setAnswer] = useState<LoginAnswer | null>(null)
  const [problem, setProblem] = useState('')
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current || !ticket) return
    begun.current = true
    const fail = (err: unknown) => setProblem(errorText(err) ?? '')
    if (code) {
      window.history.replaceState(null, '', '/pc-middle-login')
      logIn({ type: 'middle_login', ticket, code }).then(setAnswer).catch(fail)
    } else {
      post('/api/joint/middle/detail', { ticket })
        .then((a) => setTo(a.data.to))
        .catch(fail)
    }
  }, [ticket, code])
  useEffect(() => {
    if (answer?.status === 1) void navigate(answer.back || '/', { replace: true })
  }, [answer])

  const go = (what: Promise<{ data: { url: string } }>) =>
    what.then((a) => location.assign(a.data.url)).catch((err: unknown) => setProblem(errorText(err) ?? ''))

  return (
    <Stage title={t('account.middle.title')}>
      {problem ? (
        <ErrorState
          title={problem}
          action={{ label: t('account.oauth.home'), onClick: () => void navigate('/') }}
        />
      ) : answer && answer.status !== 1 ? (
        <LoginSteps answer={answer} onAnswer={setAnswer} />
      ) : to ? (
        <>
          <p className="leading-[1.75]">{t('account.middle.ask', { host: to })}</p>
          <Button
            kind="primary"
            size="lg"
            className="mt-4 w-full"
            onClick={() => void go(post('/api/joint/middle/confirm', { ticket: ticket! }))}
          >
            {t('account.middle.confirm')}
          </Button>
        </>
      ) : !ticket ? (
        <>
          <p className="mb-4 text-ink-2">{t('account.middle.choose')}</p>
          <div className="space-y-2">
            {config?.middleHosts.map((host) => (
              <Button
                key={host}
                size="lg"
                className="w-full"
                onClick={() =>
                  void go(post('/api/joint/middle/start', { host, back: query.get('back') ?? '/' }))
                }
              >
                {host}
              </Button>
            ))}
            {config?.middleHosts.length === 0 && <p>{t('account.middle.none')}</p>}
          </div>
        </>
      ) : (
        <Skeleton className="my-6" />
      )}
    </Stage>
  )
}
