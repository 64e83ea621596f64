import { RefreshCw } from 'lucide-react'
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, errorText, post } from '@/api'
import { useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { Skeleton } from '@/ui/state'

type Puzzle = Answer<'/api/login/captcha', 'post'>['data']
interface Point {
  x: number
  y: number
}

/** A position of the dragged piece, and its time in ms. */
interface Step {
  x: number
  t: number
}

/** Minimum number of positions in a drag that is submitted. A script may jump to the gap; a person does not. */
const STEPS = 5
/** Maximum number of positions sent to the server. */
const SENT = 400

/** Number of signs to click; the picture contains more. */
const CLICKS = 3

/** The captcha before a code is sent: drag the piece to its place, or click some signs in the given order. */
export function Captcha({ kinds, onSolved }: { kinds: string[]; onSolved: (ticket: string) => void }) {
  const t = useT()
  const [kind, setKind] = useState(kinds[0] ?? 'slide')
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const fetchOne = useCallback(
    async (wanted: string) => {
      setPuzzle(null)
      try {
        setPuzzle((await post('/api/login/captcha', { kind: wanted })).data)
      } catch (err) {
        setProblem(errorText(err) ?? t('account.captcha.failed'))
      }
    },
    [t],
  )
  useEffect(() => {
    void fetchOne(kind)
  }, [fetchOne, kind])

  const solve = async (points: Point[], track: Step[] = []) => {
    if (!puzzle || busy) return
    setBusy(true)
    setProblem('')
    try {
      const { data } = await post('/api/login/verify', { captchaId: puzzle.captchaId, points, track })
      onSolved(data.captchaTicket)
    } catch (err) {
      // Each captcha allows only one attempt, so another captcha is fetched.
      setProblem(errorText(err) ?? t('account.captcha.failed'))
      void fetchOne(kind)
    } finally {
      setBusy(false)
    }
  }
  const other = kinds.find((k) => k !== kind)
  return (
    <div className="mx-auto w-full max-w-[300px]">
      <p className="mb-2 text-[13px] text-ink-2">
        {t(kind === 'click' ? 'account.captcha.click' : 'account.captcha.slide')}
      </p>
      {puzzle ? (
        puzzle.kind === 'click' ? (
          <Clicks key={puzzle.captchaId} puzzle={puzzle} busy={busy} onDone={solve} />
        ) : (
          <Slide
            key={puzzle.captchaId}
            puzzle={puzzle}
            busy={busy}
            onDone={(x, track) => solve([{ x, y: puzzle.pieceY }], track)}
          />
        )
      ) : (
        <Skeleton className="h-[220px]!" />
      )}
      <div className="mt-2 flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-[13px] text-seal">
          {problem}
        </p>
        {other && (
          <Button kind="link" className="text-[13px]" onClick={() => setKind(other)}>
            {t('account.captcha.other')}
          </Button>
        )}
        <IconButton size="md" label={t('account.captcha.again')} onClick={() => void fetchOne(kind)}>
          <RefreshCw strokeWidth={1.5} />
        </IconButton>
      </div>
    </div>
  )
}

function Slide({
  puzzle: p,
  busy,
  onDone,
}: {
  puzzle: Puzzle
  busy: boolean
  onDone: (x: number, track: Step[]) => void
}) {
  const t = useT()
  const [x, setX] = useState(p.pieceX)
  const track = useRef<Step[]>([])
  const move = (to: number) => {
    const way = track.current
    way.push({ x: to, t: Math.round(performance.now()) })
    if (way.length > SENT) way.splice(1, 1)
    setX(to)
  }
  // A drag with fewer than STEPS positions is not submitted; the user can drag the piece further.
  const done = (to: number) => {
    const way = track.current
    const begin = way[0]
    if (!begin || way.length < STEPS) return
    onDone(
      to,
      way.map((step) => ({ x: step.x, t: step.t - begin.t })),
    )
  }
  const part = (n: number, of: number) => `${(n / of) * 100}%`
  return (
    <>
      <div
        className="relative overflow-hidden rounded-sm"
        style={{ aspectRatio: `${p.width} / ${p.height}` }}
      >
        <img src={p.image} alt="" draggable={false} className="block size-full select-none" />
        <img
          src={p.piece}
          alt=""
          draggable={false}
          className="absolute select-none"
          style={{
            filter: 'drop-shadow(0 3px 3px rgb(0 0 0 / 0.12))',
            left: part(x, p.width),
            top: part(p.pieceY, p.height),
            width: part(p.pieceWidth, p.width),
            height: part(p.pieceHeight, p.height),
          }}
        />
      </div>
      <input
        type="range"
        min={0}
        max={p.width - p.pieceWidth}
        value={x}
        disabled={busy}
        aria-label={t('account.captcha.slide')}
        className="slider mt-3 h-11 w-full cursor-grab accent-(--qing)"
        onChange={(e) => move(Number(e.target.value))}
        onPointerUp={(e) => {
          const to = Number(e.currentTarget.value)
          if (to !== p.pieceX) done(to)
        }}
        onKeyDown={(e) => {
          if (e.key !== 'Enter') return
          e.preventDefault()
          done(x)
        }}
      />
      <p className="text-[12px] text-ink-3 max-md:hidden">{t('account.captcha.keys')}</p>
    </>
  )
}

function Clicks({
  puzzle: p,
  busy,
  onDone,
}: {
  puzzle: Puzzle
  busy: boolean
  onDone: (points: Point[]) => void
}) {
  const t = useT()
  const [points, setPoints] = useState<Point[]>([])
  const click = (e: MouseEvent<HTMLButtonElement>) => {
    if (busy) return
    const box = e.currentTarget.getBoundingClientRect()
    const next = [
      ...points,
      {
        x: Math.round(((e.clientX - box.left) / box.width) * p.width),
        y: Math.round(((e.clientY - box.top) / box.height) * p.height),
      },
    ]
    setPoints(next)
    if (next.length === CLICKS) onDone(next)
  }
  return (
    <>
      <img src={p.piece} alt={t('account.captcha.order')} className="mb-2 h-10 rounded-sm" />
      <button
        type="button"
        aria-label={t('account.captcha.click')}
        className="relative block w-full overflow-hidden rounded-sm"
        style={{ aspectRatio: `${p.width} / ${p.height}` }}
        onClick={click}
      >
        <img src={p.image} alt="" draggable={false} className="block size-full select-none" />
        {points.map((at, i) => (
          <span
            key={`${at.x}-${at.y}`}
            className="-translate-1/2 absolute grid size-6 place-items-center rounded-full bg-qing text-[13px] text-on-qing"
            style={{ left: `${(at.x / p.width) * 100}%`, top: `${(at.y / p.height) * 100}%` }}
          >
            {i + 1}
          </span>
        ))}
      </button>
    </>
  )
}
