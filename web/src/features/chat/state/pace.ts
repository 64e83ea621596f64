/** The minimum gap between commits while the page is visible, as a multiple of the last rendering time. */
export const GAP_FACTOR = 3
/** Minimum gap between commits while the page is hidden and has no animation frames, in ms. */
export const HIDDEN_GAP = 250

/** The browser's clock, timers and frames; replaced in tests. */
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
 * Commits queued changes at most once per frame. After a rendering, the next commit waits for GAP_FACTOR
 * times the rendering time, so that typing and scrolling get most of the main thread.
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

  /** Requests a commit. */
  touch(): void {
    this.#dirty = true
    if (this.#waiting) return
    this.#waiting = true
    const rest = this.#last + this.#cost * GAP_FACTOR - this.clock.now()
    if (this.clock.hidden()) this.clock.later(this.#run, Math.max(rest, HIDDEN_GAP))
    else if (rest > 16) this.clock.later(() => this.clock.frame(this.#run), rest - 8)
    else this.clock.frame(this.#run)
  }

  /** Commits queued changes immediately. */
  flush(): void {
    if (!this.#dirty) return
    this.#dirty = false
    const start = this.clock.now()
    this.commit()
    // React has already queued a microtask that renders the change. This microtask runs after that rendering.
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
