import { useEffect, useRef } from 'react'
import { boot } from '@/lib/boot'
import type { Landing } from '@/lib/landing'
import type { SearchMode } from './choice'
import { drafts, NEW_DRAFT } from './draft'
import type { ModelChoice } from './use-choice'

/**
 * Puts a prompt from the address into the composer. If the container allows it, the prompt is sent instead.
 * Each prompt is used once.
 */
export function useLandingPrompt(home: boolean, landing: Landing, onSend: (text: string) => void): void {
  const taken = useRef('')
  const prompt = home ? (landing.prompt ?? '') : ''
  const latest = useRef(onSend)
  latest.current = onSend
  useEffect(() => {
    if (!prompt || taken.current === prompt) return
    taken.current = prompt
    if (boot.container.sendsLandingPrompt) latest.current(prompt)
    else drafts.set(NEW_DRAFT, prompt)
  }, [prompt])
}

/** The meaning of the values of searchType. */
const searchTypes: Readonly<Record<NonNullable<Landing['searchType']>, SearchMode>> = {
  auto: 'autoInternetSearch',
  manual: 'openInternetSearch',
  knowledge: 'autoKnowledgeSearch',
  close: 'closeInternetSearch',
}

/** Applies the model and search mode from the address once, if they are available. */
export function useLandingChoice(landing: Landing, choice: ModelChoice): void {
  const taken = useRef<Landing>(null)
  useEffect(() => {
    if (choice.loading || taken.current === landing) return
    taken.current = landing
    const { modelId, searchType } = landing
    if (modelId && choice.models.some((m) => m.chatModelId === modelId)) choice.choose(modelId, '')
    if (searchType) choice.land(searchTypes[searchType])
  }, [landing, choice])
}
