import { units } from './calls'
import type { Unit } from './types'

/** Units that are asked for at once. */
const CHUNK = 8

/** What one call may bring of a kind whose units may each be very large. */
const chunkOf = (kind: string): number => (kind === 'sheet' ? 1 : CHUNK)

type Load = (id: string, from: number, to: number, signal?: AbortSignal) => Promise<Unit[]>

/** The units of one file, fetched in stretches when they are first wanted and then kept. */
export class UnitStore {
  private readonly stretches = new Map<number, Promise<Map<number, Unit>>>()
  private readonly had = new Map<number, Unit>()
  private readonly chunk: number

  constructor(
    private readonly id: string,
    readonly count: number,
    kind: string,
    private readonly load: Load = units,
  ) {
    this.chunk = chunkOf(kind)
  }

  /** A unit that is already here. */
  now(unit: number): Unit | undefined {
    return this.had.get(unit)
  }

  /** A unit; an empty one where the file has none of this number. A failed call is tried again at the next wish. */
  async get(unit: number): Promise<Unit> {
    const stretch = Math.floor((unit - 1) / this.chunk)
    let pending = this.stretches.get(stretch)
    if (!pending) {
      const from = stretch * this.chunk + 1
      const to = Math.min(this.count, from + this.chunk - 1)
      pending = this.load(this.id, from, to).then((list) => {
        for (const u of list) this.had.set(u.number, u)
        return new Map(list.map((u) => [u.number, u]))
      })
      pending.catch(() => this.stretches.delete(stretch))
      this.stretches.set(stretch, pending)
    }
    return (await pending).get(unit) ?? { number: unit, kind: 'section', blocks: [] }
  }
}

/** All words of a unit, as its blocks are drawn. */
export function textOfUnit(unit: Unit): string {
  return unit.blocks.map((b) => (b.rows ? b.rows.map((row) => row.join('\t')).join('\n') : b.text)).join('\n')
}
