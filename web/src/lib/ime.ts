import { useMemo } from 'react'

/** What the guard reads of a key event; React and DOM events both fit. */
export interface KeyLike {
  key: string
  keyCode: number
  isComposing?: boolean
  nativeEvent?: { isComposing?: boolean }
}

/** Time after compositionend in which an Enter still belongs to the input method, in ms. */
export const COMPOSITION_TAIL = 50

/**
 * Tells whether a key press belongs to an input method. Three guards, because
 * no single one holds everywhere: `isComposing`; keyCode 229; and for Safari
 * and the many Chinese input methods that end the composition before keydown,
 * an own flag that is cleared one task after compositionend plus a tail of 50 ms.
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

  /** Whether the input method owns this key. */
  owns(e: KeyLike): boolean {
    return (
      this.#composing ||
      e.isComposing === true ||
      e.nativeEvent?.isComposing === true ||
      e.keyCode === 229 ||
      (e.key === 'Enter' && this.now() - this.#endedAt < COMPOSITION_TAIL)
    )
  }

  /** Whether this is an Enter of the person, not of the input method. */
  isEnter(e: KeyLike): boolean {
    return e.key === 'Enter' && !this.owns(e)
  }
}

/**
 * A guard for one input: spread `props` on it and ask `guard` in onKeyDown.
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
