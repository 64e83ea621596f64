import { useId } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { fieldClass, Input } from '@/ui/field'

/** The settings of a share that the user can enter when creating the share, and change later. */
export interface Terms {
  title: string
  /** Days from now; 0: the share does not expire; null: unchanged. */
  days: number | null
  /** Empty: no password; null: unchanged. */
  password: string | null
}

const DAY = 24 * 60 * 60_000
const choices = [0, 1, 7, 30, 365]

/**
 * The end, in Unix ms, of a share that expires in `days` days from now; 0: the share does not expire;
 * undefined: unchanged.
 */
export const endOf = (days: number | null, now: number = Date.now()): number | undefined =>
  days === null ? undefined : days === 0 ? 0 : now + days * DAY

/** A random password of six digits, uniformly distributed. */
export function randomPassword(): string {
  const out: number[] = []
  while (out.length < 6) {
    const n = crypto.getRandomValues(new Uint8Array(1))[0]!
    if (n < 250) out.push(n % 10)
  }
  return out.join('')
}

/** Inputs for the title, end and password of a share. */
export function TermFields({ value, onChange }: { value: Terms; onChange: (v: Terms) => void }) {
  const t = useT()
  const id = useId()
  const label = 'mb-1 block text-[13px] text-ink-2'
  const days = (n: number) => (n === 0 ? t('share.forever') : t('share.days', { count: n }))
  return (
    <>
      <div>
        <label htmlFor={`${id}t`} className={label}>
          {t('share.title')}
        </label>
        <Input
          id={`${id}t`}
          maxLength={64}
          value={value.title}
          placeholder={t('share.titleHint')}
          onChange={(e) => onChange({ ...value, title: e.target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}d`} className={label}>
          {t('share.ends')}
        </label>
        <select
          id={`${id}d`}
          className={fieldClass}
          value={value.days ?? ''}
          onChange={(e) =>
            onChange({ ...value, days: e.target.value === '' ? null : Number(e.target.value) })
          }
        >
          {value.days === null && <option value="">{t('share.asItIs')}</option>}
          {choices.map((n) => (
            <option key={n} value={n}>
              {days(n)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}p`} className={label}>
          {t('share.password')}
        </label>
        <div className="flex gap-2">
          <Input
            id={`${id}p`}
            maxLength={64}
            autoComplete="off"
            value={value.password ?? ''}
            placeholder={t(value.password === null ? 'share.asItIs' : 'share.passwordHint')}
            onChange={(e) => onChange({ ...value, password: e.target.value })}
          />
          <Button className="max-md:h-11" onClick={() => onChange({ ...value, password: randomPassword() })}>
            {t('share.random')}
          </Button>
        </div>
      </div>
    </>
  )
}
