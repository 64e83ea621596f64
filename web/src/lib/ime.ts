import { useMemo } from 'react'

/** The fields of a key event used by the guard. DOM events have isComposing; React events have nativeEvent instead. */
export interface KeyLike {
  key: string
  keyCode: number
  isComposing?: boolean
  nativeEvent?: { isComposing?: boolean }
}

/** Time after compositionend in which an Enter still belongs to the input method, in ms. */
export const COMPOSITION_TAIL = 50

/**
 * Detects key presses that belong to an input method. It combines the composition events, `isComposing`, keyCode 229,
 * and the time since compositionend, because no single sign works everywhere. In Safari and with many Chinese input
 * methods, the composition ends before keydown. So an Enter within COMPOSITION_TAIL ms after the end belongs to the
 * input method.
 */
export class CompositionGuard {
  #composing = false
  #endedAt = Number.NEGATIVE_INFINITY
  #clear: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly now: () => number = () => performance.now()) {}

  onCompositionStart = (): void => {
    clearTimeout(this.#clear)
    this.#composing = true
  }

  onCompositionEnd = (): void => {
    this.#endedAt = this.now()
    clearTimeout(this.#clear)
    this.#clear = setTimeout(() => {
      this.#composing = false
    }, 0)
  }

  /** Whether the key press belongs to the input method. */
  owns(e: KeyLike): boolean {
    return (
      this.#composing ||
      e.isComposing === true ||
      e.nativeEvent?.isComposing === true ||
      e.keyCode === 229 ||
      (e.key === 'Enter' && this.now() - this.#endedAt < COMPOSITION_TAIL)
    )
  }

  /** Whether this is an Enter that does not belong to the input method. */
  isEnter(e: KeyLike): boolean {
    return e.key === 'Enter' && !this.owns(e)
  }
}

/**
 * A guard for one input: spread `props` on it, and check keys with `guard` in onKeyDown.
 *
 *     const { guard, props } = useComposition()
 *     <input {...props} onKeyDown={(e) => guard.isEnter(e) && save()} />
 */
export function useComposition() {
  return useMemo(() => {
    const guard = new CompositionGuard()
    return {
      guard,
      props: { onCompositionStart: guard.onCompositionStart, onCompositionEnd: guard.onCompositionEnd },
    }
  }, [])
}
