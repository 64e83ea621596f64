import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { isTouch } from '@/lib/platform'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'

interface FactorFormProps {
  /** Label of the button. */
  action: string
  danger?: boolean
  /** Whether the form accepts only codes of the authenticator app and no recovery codes. */
  appOnly?: boolean
  /** Submits the code; the form shows a rejection. */
  onCode: (code: string) => Promise<unknown>
}

/** A form for a code of the authenticator app, or a recovery code. */
export function FactorForm({ action, danger, appOnly, onCode }: FactorFormProps) {
  const t = useT()
  const help = useId()
  const box = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [recovery, setRecovery] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  // On touch devices the field is not focused at first: the on-screen keyboard would cover the content around the form,
  // such as the QR code in FactorSetup.
  useEffect(() => {
    if (!isTouch()) box.current?.focus()
  }, [])
  const whole = recovery ? code.replace(/[\s-]/g, '').length === 10 : code.length === 6

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (busy || !whole) return
    setBusy(true)
    setProblem('')
    try {
      await onCode(code)
    } catch (err) {
      setCode('')
      setProblem(errorText(err) ?? '')
      box.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(e) => void submit(e)} className="space-y-3">
      <Input
        key={String(recovery)}
        ref={box}
        className="h-11 text-center text-lg tabular-nums tracking-widest"
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={recovery ? 14 : 6}
        value={code}
        aria-label={t(recovery ? 'account.factor.recoveryCode' : 'account.factor.code')}
        aria-describedby={help}
        aria-invalid={problem !== ''}
        placeholder={recovery ? 'xxxxx-xxxxx' : '000000'}
        onChange={(e) =>
          setCode(recovery ? e.target.value : e.target.value.normalize('NFKC').replace(/\D/g, ''))
        }
      />
      <p id={help} role="status" className={problem ? 'text-[13px] text-seal' : 'text-[13px] text-ink-3'}>
        {problem || t(recovery ? 'account.factor.recoveryHelp' : 'account.factor.codeHelp')}
      </p>
      <Button
        type="submit"
        kind={danger ? 'danger' : 'primary'}
        size="lg"
        className="w-full"
        disabled={busy || !whole}
      >
        {busy ? t('account.waiting') : action}
      </Button>
      {!appOnly && (
        <Button
          kind="ghost"
          className="h-11 w-full"
          onClick={() => {
            setRecovery(!recovery)
            setCode('')
            setProblem('')
          }}
        >
          {t(recovery ? 'account.factor.useApp' : 'account.factor.useRecovery')}
        </Button>
      )}
    </form>
  )
}
