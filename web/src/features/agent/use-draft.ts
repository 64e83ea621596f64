import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '@/api'
import { t } from '@/i18n'
import { type Own, type Spec, save } from './calls'

/** Delay between the last change and saving, in ms. */
const QUIET = 800

/** New values, or a function that computes them from the current values. */
type Change = Partial<Spec> | ((spec: Spec) => Partial<Spec>)

export interface Draft {
  /** The agent as last returned by the server. */
  own: Own
  /** The current values, saved or not. */
  spec: Spec
  /** Address of the picture; empty if there is none. */
  avatar: string
  state: 'kept' | 'changed' | 'keeping' | 'failed'
  /** Error message of a failed save. */
  error: string
  set: (part: Change) => void
  setAvatar: (id: string, url: string) => void
  /** Saves now; resolves to whether saving succeeded. */
  flush: () => Promise<boolean>
  /** Replaces the agent and the draft by `own`, the result of another call. */
  take: (own: Own) => void
}

/** The draft of an agent. Changes are saved automatically after a delay, one call at a time. */
export function useDraft(first: Own): Draft {
  const [own, setOwn] = useState(first)
  const [spec, setSpec] = useState<Spec>(first.spec)
  const [avatar, setAvatarUrl] = useState(first.avatar)
  const [state, setState] = useState<Draft['state']>('kept')
  const [error, setError] = useState('')
  const now = useRef({ own: first, spec: first.spec as Spec, dirty: false })
  const running = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    // Several calls of `flush` may wait here for one save. The first of them may start the next save, so the others
    // must check again.
    while (running.current) await running.current
    if (!now.current.dirty) return true
    const keep = async () => {
      now.current.dirty = false
      setState('keeping')
      try {
        const { data } = await save(now.current.own.id, now.current.own.revision, now.current.spec)
        now.current.own = data
        setOwn(data)
        setState(now.current.dirty ? 'changed' : 'kept')
        return true
      } catch (err) {
        now.current.dirty = true
        setError(errorText(err) ?? t('error.service'))
        setState('failed')
        return false
      }
    }
    running.current = keep()
    const kept = await running.current
    running.current = null
    return kept && !now.current.dirty ? true : kept && flush()
  }, [])

  const set = useCallback(
    (part: Change) => {
      const { spec } = now.current
      now.current.spec = { ...spec, ...(typeof part === 'function' ? part(spec) : part) }
      now.current.dirty = true
      setSpec(now.current.spec)
      setState('changed')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), QUIET)
    },
    [flush],
  )
  const take = useCallback((next: Own) => {
    clearTimeout(timer.current)
    now.current = { own: next, spec: next.spec, dirty: false }
    setOwn(next)
    setSpec(next.spec)
    setAvatarUrl(next.avatar)
    setState('kept')
  }, [])
  // Unsaved changes are saved on unmount. Before the browser leaves the page, it warns about unsaved changes.
  useEffect(() => () => void flush(), [flush])
  useEffect(() => {
    const warn = (e: BeforeUnloadEvent) => now.current.dirty && e.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

  return {
    own,
    spec,
    avatar,
    state,
    error,
    set,
    setAvatar: (id, url) => {
      setAvatarUrl(url)
      set({ avatar: id })
    },
    flush,
    take,
  }
}
