/** Maximum number of concurrent uploads; more would only share the bandwidth. */
export const AT_ONCE = 3

/** Runs a limited number of tasks concurrently; the others wait in order. */
export class Slots {
  #free: number
  #queue: (() => void)[] = []

  constructor(count = AT_ONCE) {
    this.#free = count
  }

  /** Runs the task when a slot is free. A task that is aborted while it waits for a slot never starts. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turn(signal)
    try {
      return await task()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#free++
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#queue = this.#queue.filter((other) => other !== go)
        reject(signal.reason)
      }
      this.#queue.push(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}
