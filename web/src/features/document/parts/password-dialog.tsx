import { useState } from 'react'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'

export interface PasswordDialogProps {
  name: string
  /** The server's error text: a password is needed, or the last password was wrong. */
  error: string
  onClose: () => void
  onPassword: (password: string) => void
}

/** Asks for the password of a file. The dialog does not store the password. */
export default function PasswordDialog({ name, error, onClose, onPassword }: PasswordDialogProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const { guard, props } = useComposition()
  const done = () => {
    if (!password) return
    onPassword(password)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('document.password.title', { name })}
      description={error || t('document.password.text')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" disabled={!password} onClick={done}>
            {t('document.password.open')}
          </Button>
        </>
      }
    >
      <Input
        type="password"
        autoFocus
        autoComplete="off"
        maxLength={128}
        value={password}
        aria-label={t('document.password')}
        onChange={(e) => setPassword(e.target.value)}
        {...props}
        onKeyDown={(e) => guard.isEnter(e) && done()}
      />
    </Dialog>
  )
}
