import type { Item, StepEvent } from './types'

/** The steps of an answer that read the links of its question. Each of these steps has the linked page in `docs`. */
export const linkSteps = (items: readonly Item[]): StepEvent[] =>
  items.filter(
    (it): it is StepEvent => it.type === 'step' && Boolean(it.id?.startsWith('links-') && it.docs?.length),
  )
