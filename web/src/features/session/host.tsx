import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { onRefusal } from '@/api'
import { withCatalogue } from '@/i18n'
import { toast } from '@/ui/toast'
import { askLogin, askProof, isUser, onOtherTab, refreshWho, useSession } from './store'

const load = withCatalogue('account', () => import('@/features/account'))
const LoginDialog = lazy(() => load().then((m) => ({ default: m.LoginDialog })))
const ProofDialog = lazy(() => load().then((m) => ({ default: m.ProofDialog })))

/** Knows who is here, and shows the login where a call needs one. It stands once in the frame of the page. */
export function SessionHost() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const asking = useSession((s) => s.asking)
  useEffect(() => {
    onRefusal({
      login: askLogin,
      prove: askProof,
      forbidden: (message) => {
        void toast(message, { kind: 'error' })
        void navigate({ to: '/' })
      },
    })
    const look = () => void refreshWho().catch(() => {})
    look()
    const off = onOtherTab(look)
    return () => {
      off()
      onRefusal({})
    }
  }, [navigate])
  // What one person sees is not another's: a change of who it is reads everything again.
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (!before.sure || now.who.userId === before.who.userId) return
        if (isUser(before.who)) queries.clear()
        else void queries.invalidateQueries()
      }),
    [queries],
  )
  if (!asking) return null
  return (
    <Suspense>
      {asking.what === 'login' ? <LoginDialog onDone={asking.done} /> : <ProofDialog onDone={asking.done} />}
    </Suspense>
  )
}
