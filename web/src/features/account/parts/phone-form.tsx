import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ApiError, errorText, post } from '@/api'
import { useT } from '@/i18n'
import { isTouch } from '@/lib/platform'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { useLoginConfig } from '../calls'
import { Captcha } from './captcha'

/** Seconds left until the time `until`, which is in Unix ms. */
function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (until <= Date.now()) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [until])
  return left
}

export interface PhoneFormProps {
  purpose: 'login' | 'bind' | 'safe'
  /** The account's number, masked; if given, no number is asked for. */
  known?: string
  /** Label of the button. */
  action: string
  /** Submits the number and the code; the form shows a rejection. */
  onCode: (phone: string, code: string) => Promise<void>
  footer?: ReactNode
}

/** A form for a phone number and the code sent to it, with a captcha if configured. A failure keeps the input. */
export function PhoneForm({ purpose, known, action, onCode, footer }: PhoneFormProps) {
  const t = useT()
  const config = useLoginConfig()
  const help = useId()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [solving, setSolving] = useState(false)
  const [next, setNext] = useState(0)
  const [sent, setSent] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const phoneBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)
  // On touch devices the number is not focused at first: the on-screen keyboard would cover the other login methods.
  useEffect(() => {
    if (!isTouch()) phoneBox.current?.focus()
  }, [])
  const left = useCountdown(next)

  const sendCode = async (captchaTicket: string) => {
    setSolving(false)
    setProblem('')
    try {
      const { data } = await post('/api/login/getverificationcode', {
        phone,
        purpose,
        captchaType: 9,
        v: 1,
        captchaTicket,
      })
      setNext(Date.now() + data.resend * 1000)
      setSent(data.phone)
      codeBox.current?.focus()
    } catch (err) {
      if (err instanceof ApiError && err.retryAfter) setNext(Date.now() + err.retryAfter * 1000)
      setProblem(errorText(err) ?? '')
    }
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    if (busy || code.length < 4) return
    setBusy(true)
    setProblem('')
    try {
      await onCode(phone, code)
    } catch (err) {
      setProblem(errorText(err) ?? '')
    } finally {
      setBusy(false)
    }
  }
  const numbered = known !== undefined || phone.replace(/\D/g, '').length >= 6
  return (
    <form onSubmit={(e) => void submit(e)} className="space-y-3">
      {config?.codeOnTerminal && (
        <p className="rounded-md bg-qing-soft px-3 py-2 text-[13px] text-qing-ink">
          {t('account.phone.terminal')}
        </p>
      )}
      {known === undefined ? (
        <Input
          ref={phoneBox}
          className="h-11"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          value={phone}
          aria-label={t('account.phone.number')}
          placeholder={t('account.phone.placeholder')}
          onChange={(e) => {
            setPhone(e.target.value)
            setSolving(false)
          }}
        />
      ) : (
        <p className="text-ink-2">{t('account.phone.known', { phone: known })}</p>
      )}
      <div className="flex gap-2">
        <Input
          ref={codeBox}
          className="h-11 tabular-nums"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={config?.codeDigits ?? 6}
          value={code}
          aria-label={t('account.phone.code')}
          aria-describedby={help}
          placeholder={t('account.phone.code')}
          onChange={(e) => setCode(e.target.value.replace(/\D/g, ''))}
        />
        <Button
          className="h-11 tabular-nums"
          disabled={!numbered || left > 0 || solving || !config}
          onClick={() => (config?.captcha ? setSolving(true) : void sendCode(''))}
        >
          {left > 0
            ? t('account.phone.again', { seconds: left })
            : t(sent ? 'account.phone.resend' : 'account.phone.send')}
        </Button>
      </div>
      {solving && config && (
        <Captcha kinds={config.captchaKinds} onSolved={(ticket) => void sendCode(ticket)} />
      )}
      <p id={help} role="status" className={problem ? 'text-[13px] text-seal' : 'text-[13px] text-ink-3'}>
        {problem || (sent && t('account.phone.sent', { phone: sent }))}
      </p>
      <Button
        type="submit"
        kind="primary"
        size="lg"
        className="w-full"
        disabled={busy || !numbered || code.length < (config?.codeDigits ?? 6)}
      >
        {busy ? t('account.waiting') : action}
      </Button>
      {footer}
    </form>
  )
}
