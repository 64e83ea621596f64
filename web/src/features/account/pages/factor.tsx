import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, get, post } from '@/api'
import { askLogin, isUser, refreshWho, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { useSlot } from '@/lib/slot'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Section, SectionRow } from '@/ui/section'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { FactorForm } from '../parts/factor-form'
import { FactorSetup } from '../parts/factor-setup'
import { RecoveryCodes } from '../parts/recovery-codes'

/** /setting/factor: the user's second factor. */
export function FactorPage() {
  const t = useT()
  const { who, sure } = useSession()
  const login = useSlot('loginModal').visible
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const factor = useQuery({
    queryKey: ['account', 'factor', who.userId],
    queryFn: () => get('/api/account/factor').then((a) => a.data),
    enabled: isUser(who),
  })
  // All queries are repeated, because some may have been refused while the second factor was missing.
  const changed = () => {
    void queries.invalidateQueries()
    void refreshWho()
  }
  return (
    <PageFrame title={t('account.factor.title')} up="/setting">
      <p className="px-1 text-ink-2 leading-[1.75]">{t('account.factor.intro')}</p>
      {!isUser(who) ? (
        sure && (
          <EmptyState
            title={t('account.visitor')}
            action={login ? { label: t('account.title'), onClick: () => void askLogin() } : undefined}
          />
        )
      ) : codes ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            changed()
          }}
        />
      ) : factor.isLoadingError ? (
        <ErrorState
          title={errorText(factor.error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => void factor.refetch() }}
        />
      ) : !factor.data ? (
        <Skeleton className="mt-6" />
      ) : factor.data.on ? (
        <SwitchedOn
          since={factor.data.sinceTime}
          left={factor.data.recovery}
          onCodes={setCodes}
          onOff={changed}
        />
      ) : (
        <>
          {factor.data.required && (
            <p role="status" className="mt-4 rounded-md bg-qing-soft px-3 py-2 text-qing-ink">
              {t('account.factor.required')}
            </p>
          )}
          <FactorSetup onCodes={setCodes} />
        </>
      )}
    </PageFrame>
  )
}

interface SwitchedOnProps {
  /** When the second factor was switched on, in Unix seconds. */
  since: number
  left: number
  onCodes: (codes: string[]) => void
  onOff: () => void
}

function SwitchedOn({ since, left, onCodes, onOff }: SwitchedOnProps) {
  const t = useT()
  const locale = useLocale()
  const [asking, setAsking] = useState<'renew' | 'off' | null>(null)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(since * 1000)
  return (
    <>
      <Section title={t('account.factor.state')}>
        <SectionRow label={t('account.factor.isOn')} note={t('account.factor.since', { date })}>
          <Button kind="danger" onClick={() => setAsking('off')}>
            {t('account.factor.turnOff')}
          </Button>
        </SectionRow>
        <SectionRow label={t('account.factor.codes')} note={t('account.factor.left', { count: left })}>
          <Button onClick={() => setAsking('renew')}>{t('account.factor.renew')}</Button>
        </SectionRow>
      </Section>
      <Dialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t(asking === 'off' ? 'account.factor.offTitle' : 'account.factor.renewTitle')}
        description={t(asking === 'off' ? 'account.factor.offText' : 'account.factor.renewText')}
        className="soft:max-w-sm"
      >
        <FactorForm
          action={t(asking === 'off' ? 'account.factor.turnOff' : 'account.factor.renew')}
          danger={asking === 'off'}
          onCode={async (code) => {
            if (asking === 'off') {
              await post('/api/account/factor/remove', { code })
              void toast(t('account.factor.isOff'), { kind: 'success' })
              onOff()
            } else {
              onCodes((await post('/api/account/factor/recovery', { code })).data.codes)
            }
            setAsking(null)
          }}
        />
      </Dialog>
    </>
  )
}
