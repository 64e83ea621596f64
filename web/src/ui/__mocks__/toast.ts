import { vi } from 'vitest'
import type * as real from '../toast'

/** Records each toast and shows nothing. Used by `vi.mock('@/ui/toast')`. */
export const toast = vi.fn<typeof real.toast>(async () => {})

export const toastError: typeof real.toastError = (text) => {
  if (text) void toast(text, { kind: 'error' })
}
