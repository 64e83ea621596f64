/** A task that can be cancelled, such as drawing a page. */
export interface Job {
  /**
   * Returns the urgency of the job; a smaller number is more urgent. The function is called each time a job is chosen,
   * because the reader may have scrolled.
   */
  priority: () => number
  /** Performs the task; when the signal aborts, it ends early, with or without an error. */
  run: (signal: AbortSignal) => Promise<void>
}

/**
 * Runs tasks one after another, always the most urgent task next. Drawing uses the main thread, so
 * drawing two pages at once would delay both.
 */
export class RenderQueue {
  private readonly jobs = new Set<Job>()
  private running?: { job: Job; stop: AbortController }

  /** Adds a task; the returned function cancels it, even while it runs. */
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
      // A task handles its own errors; the next task runs in any case.
    }
    this.running = undefined
    await this.next()
  }
}
