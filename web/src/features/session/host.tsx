import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { get, onRefusal } from '@/api'
import { withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { navigate } from '@/lib/router'
import { slot } from '@/lib/slot'
import { toast } from '@/ui/toast'
import { askLogin, askProof, isUser, onOtherTab, refreshWho, useSession } from './store'

const load = withCatalogue('account', () => import('@/features/account'))
const LoginDialog = lazy(() => load().then((m) => ({ default: m.LoginDialog })))
const ProofDialog = lazy(() => load().then((m) => ({ default: m.ProofDialog })))

/** Tracks who is logged in, and shows the dialogs for a login and for a proof of identity. It is mounted once. */
export function SessionHost() {
  const queries = useQueryClient()
  const asking = useSession((s) => s.asking)
  useEffect(() => {
    onRefusal({
      login: async () => {
        const was = useSession.getState().who
        const login = askLogin(isUser(was))
        // The account's login has expired, so the identity of the visitor is fetched.
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
      // After a logout or a change of the user in another tab, the data in this tab's memory is discarded.
      if (isUser(was) && now.userId !== was.userId && useSession.getState().sure) location.assign('/')
    }
    void refreshWho().catch(() => {})
    const off = onOtherTab(() => void look().catch(() => {}))
    return () => {
      off()
      onRefusal({})
    }
  }, [])
  // Cached data belongs to one user: when the user changes, it is refetched, or the page is reloaded.
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
  // A visitor who asks a question is offered a login if the operator has enabled this. The question is answered
  // in any case.
  const asked = useSession((s) => s.asked && s.sure && !isUser(s.who))
  useEffect(() => {
    if (!asked || !slot('loginModal').visible) return
    void get('/api/v5/accountLogic/login/config').then(
      ({ data }) => data.showLoginModalWhenAnonAsk && void askLogin(),
      () => {}, // without the configuration, no login is offered
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
