import { units } from './calls'
import type { Unit } from './types'

/** Number of units per request, except for sheets. */
const CHUNK = 8

/** Number of units per request for a kind. It is smaller for sheets, because they may be very large. */
const chunkOf = (kind: string): number => (kind === 'sheet' ? 1 : CHUNK)

type Load = (id: string, from: number, to: number, signal?: AbortSignal) => Promise<Unit[]>

/** The units of one file, fetched in groups when first needed and then kept. */
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

  /** A unit if it is already fetched. */
  now(unit: number): Unit | undefined {
    return this.had.get(unit)
  }

  /**
   * A unit, or an empty unit if the file has no unit with this number. If the request fails, it is
   * repeated when the unit is needed again.
   */
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

/** The text of a unit in the order of its rendered blocks. */
export function textOfUnit(unit: Unit): string {
  return unit.blocks.map((b) => (b.rows ? b.rows.map((row) => row.join('\t')).join('\n') : b.text)).join('\n')
}
