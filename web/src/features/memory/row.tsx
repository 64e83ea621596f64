import { Pencil, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { IconButton } from '@/ui/button'
import { Input } from '@/ui/field'
import { drop, edit, MAX, type Memory, undo, type useChange } from './calls'

interface RowProps {
  memory: Memory
  change: ReturnType<typeof useChange>
  /** The project of the memory; absent: the memory belongs to the user. */
  project?: string
  /** Whether the memory cannot be changed here. */
  fixed?: boolean
}

/** One memory: its text, date and previous text. Enter or the loss of the focus saves a change, Esc cancels it. */
export function Row({ memory, change, project, fixed }: RowProps) {
  const t = useT()
  const locale = useLocale()
  const { guard, props } = useComposition()
  const [typed, setTyped] = useState<string | null>(null)
  const { id, text, previous, updateTime } = memory
  // The memory's `updateTime` when the user clicked undo or delete; null before a click and after a failed
  // call. Until the memory has another `updateTime`, both buttons are disabled, because a second call would
  // fail with 404.
  const [gone, setGone] = useState<number | null>(null)
  const take = async (call: () => Promise<unknown>) => {
    setGone(updateTime)
    if (!(await change(call))) setGone(null)
  }
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(updateTime * 1000)
  const from = memory.author ? `${memory.author} · ${day}` : day
  // Both Enter and the loss of the focus call `save`. While one call is running, another call does nothing.
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (saving) return
    const now = typed?.trim() ?? ''
    setSaving(true)
    if (!now || now === text || (await change(() => edit(id, now, project)))) setTyped(null)
    setSaving(false)
  }
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5">
      {typed === null ? (
        <>
          <div className="min-w-0 flex-1">
            <p className="break-words">{text}</p>
            <p className="text-[12px] text-ink-3">
              {previous ? `${from} · ${t('memory.before', { text: previous })}` : from}
            </p>
          </div>
          {previous && !fixed && (
            <IconButton
              size="md"
              label={t('memory.undoOne', { text })}
              disabled={gone === updateTime}
              onClick={() => void take(() => undo(id, text, project))}
            >
              <Undo2 strokeWidth={1.5} />
            </IconButton>
          )}
          {!fixed && (
            <>
              <IconButton size="md" label={t('memory.edit', { text })} onClick={() => setTyped(text)}>
                <Pencil strokeWidth={1.5} />
              </IconButton>
              <IconButton
                size="md"
                label={t('memory.drop', { text })}
                disabled={gone === updateTime}
                onClick={() => void take(() => drop(id, project))}
              >
                <Trash2 strokeWidth={1.5} />
              </IconButton>
            </>
          )}
        </>
      ) : (
        <Input
          autoFocus
          value={typed}
          maxLength={MAX}
          aria-label={t('memory.edit', { text })}
          onChange={(e) => setTyped(e.target.value)}
          onBlur={() => void save()}
          {...props}
          onKeyDown={(e) => {
            if (guard.isEnter(e)) void save()
            else if (e.key === 'Escape') setTyped(null)
          }}
        />
      )}
    </li>
  )
}
