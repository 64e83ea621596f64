import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { get, onRefusal } from '@/api'
import { withCatalogue } from '@/i18n'
import { navigate } from '@/lib/router'
import { slot } from '@/lib/slot'
import { toast } from '@/ui/toast'
import { askLogin, askProof, isUser, onOtherTab, refreshWho, useSession } from './store'

const load = withCatalogue('account', () => import('@/features/account'))
const LoginDialog = lazy(() => load().then((m) => ({ default: m.LoginDialog })))
const ProofDialog = lazy(() => load().then((m) => ({ default: m.ProofDialog })))

/** Knows who is here, and shows the login where a call needs one. It stands once in the frame of the page. */
export function SessionHost() {
  const queries = useQueryClient()
  const asking = useSession((s) => s.asking)
  useEffect(() => {
    onRefusal({
      login: async () => {
        const was = useSession.getState().who
        const login = askLogin(isUser(was))
        // Whoever closes the login is nobody now, and the page says so.
        if (isUser(was)) void refreshWho().catch(() => {})
        return login
      },
      prove: askProof,
      secure: () => void navigate('/setting/factor', { replace: true }),
      forbidden: (message) => {
        void toast(message, { kind: 'error' })
        void navigate('/')
      },
    })
    const look = async () => {
      const was = useSession.getState().who
      const now = await refreshWho()
      // Logged out in another tab: what is in this one's memory goes, too.
      if (isUser(was) && now.userId !== was.userId && useSession.getState().sure) location.assign('/')
    }
    void refreshWho().catch(() => {})
    const off = onOtherTab(() => void look().catch(() => {}))
    return () => {
      off()
      onRefusal({})
    }
  }, [])
  // What one person sees is not another's: a change of who it is reads everything again.
  const last = useRef('')
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (isUser(before.who)) last.current = before.who.userId
        if (!before.sure || now.who.userId === before.who.userId) return
        if (isUser(now.who) && last.current && last.current !== now.who.userId) location.assign('/')
        else if (isUser(before.who)) void queries.resetQueries()
        else void queries.invalidateQueries()
      }),
    [queries],
  )
  // Where the operator wants it so, a visitor who asks is shown the login; the answer comes all the same.
  const asked = useSession((s) => s.asked && s.sure && !isUser(s.who))
  useEffect(() => {
    if (!asked || !slot('loginModal').visible) return
    void get('/api/v5/accountLogic/login/config').then(
      ({ data }) => data.showLoginModalWhenAnonAsk && void askLogin(),
      () => {}, // it was only an offer
    )
  }, [asked])
  if (!asking) return null
  return (
    <Suspense>
      {asking.what === 'login' ? (
        <LoginDialog expired={asking.expired} onDone={asking.done} />
      ) : (
        <ProofDialog onDone={asking.done} />
      )}
    </Suspense>
  )
}
