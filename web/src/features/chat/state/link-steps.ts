import type { Item, StepEvent } from './types'

/**
 * The steps of an answer that read the links of its question; each contains the page that was read.
 */
export const linkSteps = (items: readonly Item[]): StepEvent[] =>
  items.filter(
    (it): it is StepEvent => it.type === 'step' && Boolean(it.id?.startsWith('links-') && it.docs?.length),
  )
