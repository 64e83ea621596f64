import { useEffect, useRef } from 'react'
import { navigate } from './router'

/** Where a question was asked: on a card of good questions, or typed on the page of a project. */
type From = 'card' | 'project'

/** The question of the last askAtHome, until it is asked. */
let waiting: { question: string; from: From } | null = null

/**
 * Opens a new conversation and asks a question in it; if the question is empty, it only opens the conversation. `at` is
 * the address of a page for a new conversation: the home page or the page of a project.
 */
export async function askAtHome(question: string, from: From = 'card', at = '/'): Promise<void> {
  waiting = question ? { question, from } : null
  await navigate(at)
}

/** Asks the question of askAtHome once, as soon as the page for a new conversation is ready. */
export function useHomeQuestion(ready: boolean, ask: (question: string, from: From) => void): void {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (!ready || !waiting) return
    const { question, from } = waiting
    waiting = null
    latest.current(question, from)
  }, [ready])
}
