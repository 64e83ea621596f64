import { boot } from './boot'
import type { FlagName, SlotName, Slots } from './slots'

/** The container's setting for a place of the page; for code outside of components. */
export function slot<N extends SlotName>(name: N): Slots[N] {
  return boot.container.slots[name]
}

/** `slot` for components. They read their slots and never check which app they run in. */
export const useSlot = slot

/** Whether the container enables an entry; for code outside of components. */
export function flag(name: FlagName): boolean {
  return boot.container.flags[name]
}

/** `flag` for components. It does not check whether the entry's feature is enabled. */
export const useFlag = flag
