import { useEffect, useState } from 'react'
import { renderSVG } from 'uqr'
import { errorText, post } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/state'

/** Interval between two checks for the other device's confirmation, in ms. */
const LOOK = 1000

type State = 'loading' | 'new' | 'scanned' | 'refused' | 'expired' | 'failed'

/** A QR code for a login, to be confirmed on a logged-in device. */
export function ScanPanel({ onConfirmed }: { onConfirmed: (ticket: string) => Promise<void> }) {
  const t = useT()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<State>('loading')
  const [svg, setSvg] = useState('')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once per round, with the callback of that render.
  useEffect(() => {
    const life = new AbortController()
    const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
    const run = async () => {
      setState('loading')
      const { data } = await post('/api/joint/scan/create', {}, { signal: life.signal })
      setSvg(renderSVG(data.url, { border: 4, pixelSize: 10 }))
      setState('new')
      while (!life.signal.aborted) {
        await wait(LOOK)
        if (document.hidden) continue
        const { data: now } = await post(
          '/api/joint/scan/state',
          { ticket: data.ticket },
          { signal: life.signal },
        )
        if (now.state === 'confirmed') return onConfirmed(data.ticket)
        setName(now.name)
        setState(now.state as State)
        if (now.state === 'refused' || now.state === 'expired') return
      }
    }
    run().catch((err: unknown) => {
      if (life.signal.aborted) return
      setProblem(errorText(err) ?? '')
      setState('failed')
    })
    return () => life.abort()
  }, [round])

  const over = state === 'expired' || state === 'refused' || state === 'failed'
  return (
    <div className="flex flex-col items-center gap-3 py-2 text-center">
      <div className="relative size-44 overflow-hidden rounded-md">
        {svg ? (
          <div
            role="img"
            aria-label={t('account.scan.code')}
            className={over || state === 'scanned' ? 'opacity-15' : ''}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the library draws this SVG from a text of this server.
            dangerouslySetInnerHTML={{ __html: svg }}
          />
        ) : (
          <Skeleton className="h-full!" />
        )}
        {over && (
          <div className="absolute inset-0 grid place-items-center">
            <Button size="sm" onClick={() => setRound((n) => n + 1)}>
              {t('account.scan.again')}
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="text-[13px] text-ink-2">
        {state === 'failed'
          ? problem
          : state === 'scanned'
            ? t('account.scan.scanned', { name })
            : state === 'expired' || state === 'refused'
              ? t(`account.scan.${state}`)
              : t('account.scan.how')}
      </p>
    </div>
  )
}
