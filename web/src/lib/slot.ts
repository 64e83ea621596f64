import { boot } from './boot'
import type { FlagName, SlotName, Slots } from './slots'

/** What the container says of a place of the page; for code that is no component. */
export function slot<N extends SlotName>(name: N): Slots[N] {
  return boot.container.slots[name]
}

/** Whether and how a component that stands in this place is drawn; no component asks which app it runs in. */
export const useSlot = slot

/** Whether the container offers an entry; for code that is no component. */
export function flag(name: FlagName): boolean {
  return boot.container.flags[name]
}

/** Whether the container offers an entry. Its feature must be built as well. */
export const useFlag = flag
