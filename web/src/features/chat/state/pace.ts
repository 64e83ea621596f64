/** How many times longer than its last rendering a commit waits for the next one. */
export const GAP_FACTOR = 3
/** Gap between commits while the page is hidden and has no frames, in ms. */
export const HIDDEN_GAP = 250

/** The browser's clocks, replaced in tests. */
export interface Clock {
  now(): number
  frame(run: () => void): void
  later(run: () => void, ms: number): void
  hidden(): boolean
}

const browser: Clock = {
  now: () => performance.now(),
  frame: (run) => requestAnimationFrame(run),
  later: (run, ms) => setTimeout(run, ms),
  hidden: () => document.hidden,
}

/**
 * Commits what has queued up at most once a frame, and after a slow rendering
 * only when three times its duration has gone by, so that typing and scrolling
 * always get the larger share of the main thread.
 */
export class Pacer {
  #waiting = false
  #dirty = false
  #last = 0
  #cost = 0

  constructor(
    private readonly commit: () => void,
    private readonly clock: Clock = browser,
  ) {}

  /** Asks for a commit soon. */
  touch(): void {
    this.#dirty = true
    if (this.#waiting) return
    this.#waiting = true
    const rest = this.#last + this.#cost * GAP_FACTOR - this.clock.now()
    if (this.clock.hidden()) this.clock.later(this.#run, Math.max(rest, HIDDEN_GAP))
    else if (rest > 16) this.clock.later(() => this.clock.frame(this.#run), rest - 8)
    else this.clock.frame(this.#run)
  }

  /** Commits at once what is queued; for the end of an answer. */
  flush(): void {
    if (!this.#dirty) return
    this.#dirty = false
    const start = this.clock.now()
    this.commit()
    // React renders a store's change in the microtask queued before this one.
    queueMicrotask(() => {
      this.#last = this.clock.now()
      this.#cost = this.#last - start
    })
  }

  #run = () => {
    this.#waiting = false
    this.flush()
  }
}
