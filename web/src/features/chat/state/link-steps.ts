import type { Item, StepEvent } from './types'

/** The steps of an answer for the links of its question. `docs` of a step holds the page of the link. */
export const linkSteps = (items: readonly Item[]): StepEvent[] =>
  items.filter(
    (it): it is StepEvent => it.type === 'step' && Boolean(it.id?.startsWith('links-') && it.docs?.length),
  )
