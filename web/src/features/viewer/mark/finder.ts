import { countAll, foldText } from '../text/fold'
import type { TextOf } from './quote'

/** The hit that is shown: its place, and its number among the hits of the place, from 0. */
export interface Hit {
  place: number
  nth: number
}

export interface FindResult {
  /** Number of hits in the places searched so far. */
  total: number
  /** Number of the shown hit, from 1; 0: no hit is shown. */
  index: number
  /** Whether the whole file has been searched. */
  done: boolean
}

/**
 * Searches a file place by place, starting at the reader's position, and steps through the hits. It shows the first
 * hit before the whole file is searched.
 */
export class Finder {
  readonly query: string
  current: Hit | null = null
  private readonly counts: (number | undefined)[]
  private stopped = false

  constructor(
    words: string,
    private readonly textOf: TextOf,
    private readonly count: number,
    private readonly onChange: (result: FindResult) => void,
  ) {
    this.query = foldText(words)
    this.counts = new Array<number | undefined>(count + 1)
  }

  get result(): FindResult {
    let total = 0
    let before = 0
    let read = 0
    for (let place = 1; place <= this.count; place++) {
      const n = this.counts[place]
      if (n === undefined) continue
      read++
      total += n
      if (this.current && place < this.current.place) before += n
    }
    const index = this.current ? before + this.current.nth + 1 : 0
    return { total, index, done: read === this.count }
  }

  /**
   * Searches the whole file, starting at a place and wrapping around. Resolves when the search is complete or stopped.
   */
  async scan(from: number): Promise<void> {
    let said = 0
    for (let i = 0; i < this.count && !this.stopped; i++) {
      await this.read(((from - 1 + i) % this.count) + 1)
      if (this.stopped) return
      if (performance.now() - said < 100) continue
      said = performance.now()
      this.onChange(this.result)
      // Lets the page handle events between parts of a long file.
      await new Promise((resolve) => setTimeout(resolve))
    }
    if (!this.stopped) this.onChange(this.result)
  }

  /** The first hit at or after a place, otherwise the first hit of the file. Null: no hit, or stop() was called. */
  async first(from: number): Promise<Hit | null> {
    return this.show(await this.seek(from, 1, 0))
  }

  /** The next hit in a direction, wrapping around at the ends of the file. */
  async step(direction: 1 | -1, from: number): Promise<Hit | null> {
    const now = this.current
    if (!now) return this.first(from)
    const nth = now.nth + direction
    if (nth >= 0 && nth < (this.counts[now.place] ?? 0)) return this.show({ place: now.place, nth })
    return this.show(await this.seek(now.place, direction, 1))
  }

  stop(): void {
    this.stopped = true
  }

  private show(hit: Hit | null): Hit | null {
    if (this.stopped) return null
    this.current = hit
    this.onChange(this.result)
    return hit
  }

  /**
   * A hit in the next place in `direction` that has hits: its first hit if the direction is forwards, otherwise its
   * last hit. The search begins `skip` places away from `from`, and wraps around at the ends of the file. Each place is
   * searched at most once.
   */
  private async seek(from: number, direction: 1 | -1, skip: number): Promise<Hit | null> {
    for (let i = skip; i < this.count + skip && !this.stopped; i++) {
      const place = ((((from - 1 + direction * i) % this.count) + this.count) % this.count) + 1
      const hits = await this.read(place)
      if (hits > 0) return { place, nth: direction > 0 ? 0 : hits - 1 }
    }
    return null
  }

  private async read(place: number): Promise<number> {
    const known = this.counts[place]
    if (known !== undefined) return known
    const hits = countAll(await this.textOf(place), this.query)
    this.counts[place] = hits
    return hits
  }
}
