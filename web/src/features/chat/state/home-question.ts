import { useEffect, useRef } from 'react'
import { navigate } from '@/lib/router'

/** A question that another page wants asked in a new conversation. */
let waiting = ''

/** Opens a new conversation and asks a recommended question in it; nothing to ask opens it alone. */
export async function askAtHome(question: string, at = '/'): Promise<void> {
  waiting = question
  await navigate(at)
}

/** Asks on the home page what another page wanted asked, once. */
export function useHomeQuestion(ready: boolean, ask: (question: string) => void): void {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (!ready || !waiting) return
    const question = waiting
    waiting = ''
    latest.current(question)
  }, [ready])
}
