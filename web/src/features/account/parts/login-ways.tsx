import { useState } from 'react'
import { errorText, type LoginAnswer } from '@/api'
import { type MessageId, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/segmented'
import { EmptyState, Skeleton } from '@/ui/state'
import { goToProvider, logIn, useLoginConfig } from '../calls'
import { PhoneForm } from './phone-form'
import { ScanPanel } from './scan-panel'

/** Names of the login methods that lead to another site. */
const names: Record<string, MessageId> = {
  wx: 'account.way.wx',
  qq: 'account.way.qq',
  oneid: 'account.way.oneid',
}

/** The available login methods: phone and scanning first, then buttons for the other methods in the server's order. */
export function LoginWays({
  phone,
  back,
  onAnswer,
}: {
  phone: boolean
  back: string
  onAnswer: (answer: LoginAnswer) => void
}) {
  const t = useT()
  const config = useLoginConfig()
  const [tab, setTab] = useState<'phone' | 'scan'>('phone')
  const [problem, setProblem] = useState('')
  if (!config) return <Skeleton className="my-6" />
  const others = config.methods.filter((m) => names[m.type])
  const elsewhere = !phone && config.middleHosts.length > 0
  const byPhone = config.methods.some((m) => m.type === 'phone')
  const scan = config.scan && !phone
  if (config.methods.length === 0) {
    return <EmptyState title={t('account.closed')} text={t('account.closedText')} />
  }
  return (
    <div>
      {byPhone && scan && (
        <div className="mb-4 flex justify-center">
          <Segmented
            label={t('account.title')}
            value={tab}
            onChange={setTab}
            options={[
              { value: 'phone', label: t('account.way.phone') },
              { value: 'scan', label: t('account.way.scan') },
            ]}
          />
        </div>
      )}
      {scan && (tab === 'scan' || !byPhone) ? (
        <ScanPanel onConfirmed={async (ticket) => onAnswer(await logIn({ type: 'scan', ticket }))} />
      ) : byPhone ? (
        <PhoneForm
          purpose="login"
          action={t(config.registration ? 'account.enter' : 'account.title')}
          onCode={async (number, code) => onAnswer(await logIn({ type: 'phone', phone: number, code }))}
        />
      ) : null}
      {(others.length > 0 || elsewhere) && (
        <>
          {byPhone && (
            <p className="my-4 flex items-center gap-3 text-[13px] text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t('account.others')}
            </p>
          )}
          <div className="flex flex-wrap justify-center gap-2">
            {others.map((m) => (
              <Button
                key={m.type}
                className="h-11 min-w-24 flex-1"
                onClick={() =>
                  goToProvider({ app: m.type, scene: 'login', back }, phone).catch((err: unknown) =>
                    setProblem(errorText(err) ?? ''),
                  )
                }
              >
                {m.name || t(names[m.type]!)}
              </Button>
            ))}
            {elsewhere && (
              <Button
                className="h-11 min-w-24 flex-1"
                onClick={() => location.assign(`/pc-middle-login?back=${encodeURIComponent(back)}`)}
              >
                {t('account.way.middle')}
              </Button>
            )}
          </div>
        </>
      )}
      <p role="status" className="mt-2 text-center text-[13px] text-seal">
        {problem}
      </p>
    </div>
  )
}
