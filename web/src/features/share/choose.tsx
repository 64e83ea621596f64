import { useEffect, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { type Choice, loadChoices } from './calls'

/** The questions of a conversation, each with a checkbox. A chosen question is shared with its answer. */
export function Choose({
  cid,
  chosen,
  onChange,
}: {
  cid: string
  chosen: ReadonlySet<number>
  onChange: (chosen: Set<number>) => void
}) {
  const t = useT()
  const [choices, setChoices] = useState<Choice[]>([])
  const [more, setMore] = useState(false)
  const [oldest, setOldest] = useState(0)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(true)
  const load = async (before: number) => {
    setBusy(true)
    setProblem('')
    try {
      const page = await loadChoices(cid, before)
      setChoices((had) => (before === 0 ? page.choices : [...page.choices, ...had]))
      setMore(page.more)
      setOldest(page.oldest)
    } catch (err) {
      setProblem(errorText(err) ?? '')
    } finally {
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once per conversation.
  useEffect(() => void load(0), [cid])
  const flip = (index: number) => {
    const next = new Set(chosen)
    if (!next.delete(index)) next.add(index)
    onChange(next)
  }
  const all = choices.length > 0 && choices.every((c) => chosen.has(c.index))
  return (
    <fieldset aria-label={t('share.choose')} aria-busy={busy} className="min-w-0">
      <div className="flex items-center justify-between text-[13px] text-ink-3">
        <span>{t('share.chosen', { count: chosen.size })}</span>
        <Button
          kind="ghost"
          size="sm"
          onClick={() => onChange(all ? new Set() : new Set(choices.map((c) => c.index)))}
        >
          {t(all ? 'share.chooseNone' : 'share.chooseAll')}
        </Button>
      </div>
      <ul className="max-h-56 overflow-y-auto rounded-md border border-line">
        {more && (
          <li className="p-1 text-center">
            <Button kind="ghost" size="sm" disabled={busy} onClick={() => void load(oldest)}>
              {t('share.earlier')}
            </Button>
          </li>
        )}
        {choices.map((c) => (
          <li key={c.index}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 hover:bg-hover">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-qing"
                checked={chosen.has(c.index)}
                onChange={() => flip(c.index)}
              />
              <span className="min-w-0 truncate">{c.text}</span>
            </label>
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="mt-1 text-[13px] text-seal">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
