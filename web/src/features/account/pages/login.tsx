import { useEffect, useState } from 'react'
import { errorText, type LoginAnswer } from '@/api'
import { isUser, useSession } from '@/features/session'
import { useT } from '@/i18n'
import { isPhone } from '@/lib/platform'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { logIn } from '../calls'
import { LoginSteps, stepTitle } from '../parts/login-steps'
import { LoginWays } from '../parts/login-ways'
import { tellOpener } from '../window'
import { Stage } from './stage'

/** Closes the window if it is a login window; otherwise opens the address `next`. */
function leave(next: string): void {
  if (tellOpener()) window.close()
  else void navigate(next, { replace: true })
}

/** /open/login and /third-party/login: the login as a page. With ?admin={secret}, the user can become administrator. */
export function LoginPage() {
  const t = useT()
  const who = useSession((s) => s.who)
  const [secret] = useState(() => new URLSearchParams(location.search).get('admin'))
  const [answer, setAnswer] = useState<LoginAnswer | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  // The secret is removed from the address in an effect, not during rendering. React may discard a
  // rendering while code is loading, and the next rendering reads the secret again.
  useEffect(() => {
    if (secret) window.history.replaceState(window.history.state, '', location.pathname)
  }, [secret])

  useEffect(() => {
    if (answer?.status !== 1) return
    leave(secret ? '/setting/model' : answer.role === 1 ? '/setting/account' : answer.back || '/')
  }, [answer, secret])

  const becomeAdmin = () => {
    setBusy(true)
    logIn({ type: 'admin', ticket: secret! })
      .then(setAnswer)
      .catch((err: unknown) => setProblem(errorText(err) ?? ''))
      .finally(() => setBusy(false))
  }
  const open = answer && answer.status !== 1
  return (
    <Stage title={t(open ? stepTitle(answer) : secret ? 'account.admin.title' : 'account.title')}>
      {open ? (
        <LoginSteps answer={answer} onAnswer={setAnswer} />
      ) : secret ? (
        <>
          <p className="leading-[1.75]">{t('account.admin.text')}</p>
          <Button kind="primary" size="lg" className="mt-4 w-full" disabled={busy} onClick={becomeAdmin}>
            {t('account.admin.action')}
          </Button>
          <p role="status" className="mt-2 text-[13px] text-seal">
            {problem}
          </p>
        </>
      ) : isUser(who) ? (
        <>
          <p className="text-center">{t('account.already', { name: who.name })}</p>
          <Button size="lg" className="mt-4 w-full" onClick={() => leave('/')}>
            {t('account.goOn')}
          </Button>
        </>
      ) : (
        <LoginWays phone={isPhone()} back="/" onAnswer={setAnswer} />
      )}
    </Stage>
  )
}
