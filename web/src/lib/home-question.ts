import { useEffect, useRef } from 'react'
import { navigate } from './router'

/** The question that askAtHome was called with and that has not been asked yet; empty if there is none. */
let waiting = ''

/**
 * Opens a new conversation and asks a question in it; if the question is empty, it only opens the conversation. `at` is
 * the address of a page for a new conversation: the home page or that of a project.
 */
export async function askAtHome(question: string, at = '/'): Promise<void> {
  waiting = question
  await navigate(at)
}

/** Asks the question of askAtHome once, as soon as the page for a new conversation is ready. */
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
