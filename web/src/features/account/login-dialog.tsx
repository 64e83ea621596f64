import { useEffect, useState } from 'react'
import type { LoginAnswer } from '@/api'
import { useT } from '@/i18n'
import { isPhone } from '@/lib/platform'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { LoginSteps, stepTitle } from './parts/login-steps'
import { LoginWays } from './parts/login-ways'

/** The login dialog over any page. At login, a visitor's data moves to the account. */
export function LoginDialog({
  expired,
  onDone,
}: {
  /** Whether the dialog opens because an earlier login has expired. */
  expired: boolean
  onDone: (ok: boolean) => void
}) {
  const t = useT()
  const [answer, setAnswer] = useState<LoginAnswer | null>(null)
  const loggedIn = answer?.status === 1
  useEffect(() => {
    if (!loggedIn) return
    void toast(t('account.welcome', { name: answer.name }), { kind: 'success' })
    onDone(true)
  }, [loggedIn, answer, onDone, t])
  const open = answer && !loggedIn
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone(loggedIn)}
      title={t(open ? stepTitle(answer) : 'account.title')}
      description={open ? undefined : t(expired ? 'account.expired' : 'account.promise')}
      className="soft:max-w-sm"
    >
      {open ? (
        <LoginSteps answer={answer} onAnswer={setAnswer} />
      ) : (
        <LoginWays phone={isPhone()} back={location.pathname + location.search} onAnswer={setAnswer} />
      )}
    </Dialog>
  )
}
