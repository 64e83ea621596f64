import { useState } from 'react'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'

export interface PasswordDialogProps {
  name: string
  /** Whether the previous password was wrong. */
  wrong: boolean
  onAnswer: (password: string) => void
  onCancel: () => void
}

/** Asks for the password of a locked file. The dialog does not store the password. */
export function PasswordDialog({ name, wrong, onAnswer, onCancel }: PasswordDialogProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const { guard, props } = useComposition()
  const answer = () => password && onAnswer(password)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t('viewer.password')}
      description={t('viewer.passwordText', { name })}
      footer={
        <>
          <Button kind="ghost" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" disabled={!password} onClick={answer}>
            {t('viewer.passwordOpen')}
          </Button>
        </>
      }
    >
      <Input
        type="password"
        autoFocus
        autoComplete="off"
        value={password}
        aria-label={t('viewer.passwordLabel')}
        aria-invalid={wrong && !password}
        aria-describedby="viewer-password-note"
        onChange={(e) => setPassword(e.target.value)}
        {...props}
        onKeyDown={(e) => guard.isEnter(e) && answer()}
      />
      <p id="viewer-password-note" role="alert" className="mt-2 text-[13px] text-seal">
        {wrong && !password ? t('viewer.passwordWrong') : ''}
      </p>
    </Dialog>
  )
}
