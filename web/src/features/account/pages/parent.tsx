import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type Answer, type Bodies, errorText, post } from '@/api'
import { useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'

const DETAIL = '/api/v5/accountLogic/parentVerify/detail'
const SET = '/api/v5/accountLogic/parentVerify/set'

type Minor = Answer<typeof DETAIL, 'post'>['data']

/** /parent-verify: the minor mode, with its limits and the guardian's PIN. */
export function ParentPage() {
  const t = useT()
  const userId = useSession((s) => s.who.userId)
  const queries = useQueryClient()
  const key = ['account', 'minor', userId]
  const minor = useQuery({ queryKey: key, queryFn: () => post(DETAIL, {}).then((a) => a.data) })
  return (
    <PageFrame title={t('account.parent.title')} up="/setting">
      <p className="mb-6 px-1 text-ink-2 leading-[1.75]">{t('account.parent.intro')}</p>
      {minor.isLoadingError ? (
        <ErrorState
          title={errorText(minor.error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => void minor.refetch() }}
        />
      ) : !minor.data ? (
        <Skeleton className="mt-6" />
      ) : (
        <MinorForm
          key={String(minor.data.on)}
          minor={minor.data}
          onSaved={(next) => {
            queries.setQueryData(key, next)
            void toast(t(next.on ? 'account.parent.isOn' : 'account.parent.isOff'), { kind: 'success' })
          }}
        />
      )}
    </PageFrame>
  )
}

function MinorForm({ minor, onSaved }: { minor: Minor; onSaved: (next: Minor) => void }) {
  const t = useT()
  const [minutes, setMinutes] = useState(String(minor.minutes))
  const [from, setFrom] = useState(minor.from)
  const [to, setTo] = useState(minor.to)
  const [pin, setPin] = useState('')
  const [newPin, setNewPin] = useState('')
  const [forgot, setForgot] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const send = async (body: Bodies[typeof SET]) => {
    setBusy(true)
    setProblem('')
    try {
      const { data } = await post(SET, body)
      setPin('')
      setNewPin('')
      setForgot(false)
      onSaved(data)
    } catch (err) {
      setProblem(errorText(err) ?? '')
    } finally {
      setBusy(false)
    }
  }
  // While the mode is on, the server asks for a proof of identity if a change lacks a required PIN.
  const known = { pin: forgot ? undefined : pin || undefined, newPin: newPin || undefined }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    void send({ on: true, ...known, minutes: Number(minutes), from, to })
  }

  return (
    <form onSubmit={submit}>
      {minor.on && <Today minor={minor} />}
      <Section title={t('account.parent.limits')}>
        <FieldRow label={t('account.parent.minutes')} note={t('account.parent.minutesNote')}>
          {(id) => (
            <Input
              id={id}
              type="number"
              min={0}
              max={1440}
              required
              value={minutes}
              className="md:w-40"
              onChange={(e) => setMinutes(e.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow label={t('account.parent.from')} note={t('account.parent.quietNote')}>
          {(id) => (
            <Input
              id={id}
              type="time"
              required
              value={from}
              className="md:w-40"
              onChange={(e) => setFrom(e.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow label={t('account.parent.to')}>
          {(id) => (
            <Input
              id={id}
              type="time"
              required
              value={to}
              className="md:w-40"
              onChange={(e) => setTo(e.target.value)}
            />
          )}
        </FieldRow>
      </Section>
      <Section title={t('account.parent.guardian')}>
        {!forgot && (
          <FieldRow
            label={t('account.parent.pin')}
            note={t(minor.on ? 'account.parent.pinNote' : 'account.parent.pinFirst')}
          >
            {(id) => <PinInput id={id} value={pin} required={!minor.on} onChange={setPin} />}
          </FieldRow>
        )}
        {minor.on && (
          <FieldRow
            label={t('account.parent.newPin')}
            note={forgot ? t('account.parent.forgotNote') : undefined}
          >
            {(id) => <PinInput id={id} value={newPin} required={forgot} onChange={setNewPin} />}
          </FieldRow>
        )}
      </Section>
      <p role="alert" className="mt-3 min-h-5 px-1 text-[13px] text-danger">
        {problem}
      </p>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {minor.on && (
          <>
            <Button kind="ghost" onClick={() => setForgot(!forgot)}>
              {t(forgot ? 'account.parent.remembered' : 'account.parent.forgot')}
            </Button>
            <Button
              kind="danger"
              disabled={busy || (!forgot && !pin)}
              onClick={() => void send({ on: false, pin: known.pin })}
            >
              {t('account.parent.off')}
            </Button>
          </>
        )}
        <Button type="submit" kind="primary" disabled={busy}>
          {t(minor.on ? 'account.save' : 'account.parent.on')}
        </Button>
      </div>
    </form>
  )
}

/**
 * Shows the minutes used today. While questions are refused, it also shows when questions are answered again.
 */
function Today({ minor }: { minor: Minor }) {
  const t = useT()
  const time = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Section title={t('account.parent.today')}>
      <SectionRow
        label={
          minor.minutes > 0
            ? t('account.parent.used', { used: minor.used, minutes: minor.minutes })
            : t('account.parent.usedOnly', { used: minor.used })
        }
        note={
          minor.nextTime > 0
            ? t('account.parent.next', { at: time.format(minor.nextTime * 1000) })
            : t('account.parent.open')
        }
      />
    </Section>
  )
}

function FieldRow({
  label,
  note,
  children,
}: {
  label: string
  note?: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <SectionRow label={<label htmlFor={id}>{label}</label>} note={note}>
      <div className="max-md:w-full">{children(id)}</div>
    </SectionRow>
  )
}

/** A PIN field with hidden digits. Browsers are asked not to store or fill the PIN. */
function PinInput({
  id,
  value,
  required,
  onChange,
}: {
  id: string
  value: string
  required: boolean
  onChange: (pin: string) => void
}) {
  const t = useT()
  return (
    <Input
      id={id}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      pattern="[0-9]{4,6}"
      maxLength={6}
      title={t('account.parent.digits')}
      placeholder={t('account.parent.digits')}
      required={required}
      value={value}
      className="md:w-40"
      onChange={(e) => onChange(e.target.value.replace(/\D/g, ''))}
    />
  )
}
