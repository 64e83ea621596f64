import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Answer, errorText, post } from '@/api'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { placeName } from '../place'
import { Stage } from './stage'

type Scan = Answer<'/api/joint/scan/scan', 'post'>['data']

/** /open/scan, /scan and /app/appscan: a logged-in device confirms the login of another device. */
export function ScanPage() {
  const t = useT()
  const ticket = new URLSearchParams(location.search).get('ticket') ?? ''
  const [scan, setScan] = useState<Scan | null>(null)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<'allowed' | 'refused' | null>(null)

  useEffect(() => {
    if (!ticket) return setProblem(t('account.scan.noTicket'))
    const life = new AbortController()
    post('/api/joint/scan/scan', { ticket }, { signal: life.signal })
      .then((a) => setScan(a.data))
      .catch(
        (err: unknown) => !life.signal.aborted && setProblem(errorText(err) ?? t('account.scan.noTicket')),
      )
    return () => life.abort()
  }, [ticket, t])

  const answer = (allow: boolean) =>
    post('/api/joint/scan/confirm', { ticket, allow })
      .then(() => setDone(allow ? 'allowed' : 'refused'))
      .catch((err: unknown) => setProblem(errorText(err) ?? ''))
  const home = { label: t('account.oauth.home'), onClick: () => void navigate('/') }

  return (
    <Stage title={t('account.scan.title')}>
      {problem ? (
        <ErrorState title={problem} action={home} />
      ) : done ? (
        <EmptyState
          title={t(done === 'allowed' ? 'account.scan.allowed' : 'account.scan.denied')}
          action={home}
        />
      ) : !scan ? (
        <Skeleton className="my-6" />
      ) : (
        <div className="text-center">
          <Smartphone size={36} strokeWidth={1.25} className="mx-auto text-ink-3" />
          <p className="mt-3 font-medium text-[16px]">
            {t('account.scan.ask', { device: scan.device || t('account.device.unknown') })}
          </p>
          <p className="mt-1 text-[13px] text-ink-3">{placeName(t, scan.place)}</p>
          <p className="mt-4 text-[13px] text-ink-2">{t('account.scan.warning')}</p>
          <div className="mt-5 flex gap-2">
            <Button size="lg" className="flex-1" onClick={() => void answer(false)}>
              {t('account.scan.refuse')}
            </Button>
            <Button kind="primary" size="lg" className="flex-1" onClick={() => void answer(true)}>
              {t('account.scan.allow')}
            </Button>
          </div>
        </div>
      )}
    </Stage>
  )
}
