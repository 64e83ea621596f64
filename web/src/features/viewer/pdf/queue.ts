/** Work that can be given up: drawing a page. */
export interface Job {
  /** Smaller is sooner; asked each time, because readers scroll on. */
  priority: () => number
  /** Does the work; it ends early, by an error or not, when the signal says so. */
  run: (signal: AbortSignal) => Promise<void>
}

/**
 * Does jobs one after another, always the most urgent next. Drawing is work of
 * the page's own thread: two pages at once would only both be late.
 */
export class RenderQueue {
  private readonly jobs = new Set<Job>()
  private running?: { job: Job; stop: AbortController }

  /** Adds a job; the returned function takes it back, also while it runs. */
  add(job: Job): () => void {
    this.jobs.add(job)
    queueMicrotask(() => void this.next())
    return () => {
      this.jobs.delete(job)
      if (this.running?.job === job) this.running.stop.abort()
    }
  }

  private async next(): Promise<void> {
    if (this.running) return
    let best: Job | undefined
    let urgency = Number.POSITIVE_INFINITY
    for (const job of this.jobs) {
      const p = job.priority()
      if (p < urgency) {
        urgency = p
        best = job
      }
    }
    if (!best) return
    const stop = new AbortController()
    this.running = { job: best, stop }
    this.jobs.delete(best)
    try {
      await best.run(stop.signal)
    } catch {
      // The job itself shows what went wrong; the next one is not to blame.
    }
    this.running = undefined
    await this.next()
  }
}
