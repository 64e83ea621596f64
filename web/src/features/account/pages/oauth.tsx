import { useEffect, useRef, useState } from 'react'
import { errorText, type LoginAnswer, post } from '@/api'
import { forgetUnasked, refreshWho, unasked } from '@/features/session'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { logIn, takeProviderLogin } from '../calls'
import { LoginSteps } from '../parts/login-steps'
import { tellOpener } from '../window'
import { Stage } from './stage'

/** /oauth: the redirect target of providers, with a code for a login, binding or proof. */
export function OAuthPage() {
  const t = useT()
  const [answer, setAnswer] = useState<LoginAnswer | null>(null)
  const [problem, setProblem] = useState('')
  const back = useRef('/')
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return // a code can be used only once
    begun.current = true
    const query = new URLSearchParams(location.search)
    const code = query.get('code') ?? ''
    const state = query.get('state') ?? ''
    const left = takeProviderLogin(state)
    back.current = left?.back ?? '/'
    // The code is removed from the address, so that it reaches neither the browser's history nor other sites.
    window.history.replaceState(null, '', '/oauth')
    const finish = async () => {
      if (!code || !left)
        return setProblem(t(query.get('error') ? 'account.oauth.refused' : 'account.oauth.lost'))
      const type = left.app as 'wx' | 'qq' | 'oneid'
      if (left.scene === 'login') return setAnswer(await logIn({ type, code, state }))
      if (left.scene === 'bind') {
        await post('/api/account/bind', { type, code, state })
        void toast(t('account.bound'), { kind: 'success' })
      } else {
        await post('/api/v5/accountLogic/safeVerify/doVerify', {
          safeVerifyCode: left.safeVerifyCode ?? '',
          type,
          code,
          state,
        })
        await refreshWho()
        void toast(t('account.proof.done'), { kind: 'success' })
      }
      await navigate(back.current, { replace: true })
    }
    finish().catch((err: unknown) => {
      forgetUnasked()
      setProblem(errorText(err) ?? t('account.oauth.lost'))
    })
  }, [t])

  useEffect(() => {
    if (answer?.status !== 1) return
    if (tellOpener()) return window.close()
    void navigate(unasked() ?? (answer.back || back.current), { replace: true })
  }, [answer])

  return (
    <Stage title={t('account.title')}>
      {problem ? (
        <ErrorState
          title={problem}
          action={{ label: t('account.oauth.home'), onClick: () => void navigate(back.current) }}
        />
      ) : answer && answer.status !== 1 ? (
        <LoginSteps answer={answer} onAnswer={setAnswer} />
      ) : (
        <div role="status" className="space-y-3">
          <p className="text-center text-ink-2">{t('account.oauth.working')}</p>
          <Skeleton />
        </div>
      )}
    </Stage>
  )
}
