import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, post } from '@/api'
import { refreshWho } from '@/features/session'
import { useT } from '@/i18n'
import { isPhone } from '@/lib/platform'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { ErrorState, Skeleton } from '@/ui/state'
import { goToProvider } from './calls'
import { FactorForm } from './parts/factor-form'
import { PhoneForm } from './parts/phone-form'

/** Asks the user to prove their identity again, because the server has refused a call for lack of a new proof. */
export function ProofDialog({ onDone }: { onDone: (ok: boolean) => void }) {
  const t = useT()
  const [problem, setProblem] = useState('')
  const query = useQuery({
    queryKey: ['account', 'proof'],
    queryFn: () => post('/api/v5/accountLogic/safeVerify/detail', {}, { quiet: true }),
    gcTime: 0,
    staleTime: 0,
  })
  const proof = query.data?.data
  const prove = async (by: { type?: 'factor'; code: string }) => {
    await post('/api/v5/accountLogic/safeVerify/doVerify', {
      safeVerifyCode: proof?.safeVerifyCode ?? '',
      ...by,
    })
    await refreshWho()
    onDone(true)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onDone(false)}
      title={t('account.proof.title')}
      description={t('account.proof.text')}
      className="soft:max-w-sm"
    >
      {query.isError ? (
        <ErrorState
          title={errorText(query.error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => query.refetch() }}
        />
      ) : !proof ? (
        <Skeleton className="my-6" />
      ) : (
        <div className="space-y-3">
          {proof.ways.includes('phone') && (
            <PhoneForm
              purpose="safe"
              known={proof.phone}
              action={t('account.proof.action')}
              onCode={(_, code) => prove({ code })}
            />
          )}
          {proof.ways
            .filter((way) => way !== 'phone' && way !== 'factor')
            .map((app) => (
              <Button
                key={app}
                className="h-11 w-full"
                onClick={() =>
                  goToProvider(
                    {
                      app,
                      scene: 'safe',
                      safeVerifyCode: proof.safeVerifyCode,
                      back: location.pathname + location.search,
                    },
                    isPhone(),
                  ).catch((err: unknown) => setProblem(errorText(err) ?? ''))
                }
              >
                {t('account.proof.by', { app: t(`account.way.${app as 'wx' | 'qq' | 'oneid'}`) })}
              </Button>
            ))}
          {problem && (
            <p role="alert" className="text-[13px] text-seal">
              {problem}
            </p>
          )}
          {proof.ways.includes('factor') && (
            <FactorForm
              action={t('account.proof.byFactor')}
              onCode={(code) => prove({ type: 'factor', code })}
            />
          )}
          {proof.ways.length === 0 && <p className="text-ink-2 leading-[1.75]">{t('account.proof.none')}</p>}
        </div>
      )}
    </Dialog>
  )
}
