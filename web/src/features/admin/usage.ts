import type { AdminUsage } from '@/api'
import type { ProviderDoc } from './provider'

/** Prices per million tokens, by model id. Each model has entries for `id`, for `provider/id` and for its aliases. */
export type Prices = ReadonlyMap<string, { prompt: number; completion: number }>

export function pricesOf(doc: ProviderDoc | undefined): Prices {
  const out = new Map<string, { prompt: number; completion: number }>()
  for (const p of doc?.providers ?? []) {
    const aliases = Object.entries(p.aliases ?? {})
    for (const m of p.models ?? []) {
      if (!m.promptPrice && !m.completionPrice) continue
      const price = { prompt: m.promptPrice, completion: m.completionPrice }
      const named = aliases.filter(([, id]) => id === m.id).map(([alias]) => alias)
      for (const id of [m.id, `${p.id}/${m.id}`, ...named]) {
        if (!out.has(id)) out.set(id, price)
      }
    }
  }
  return out
}

/** The cost of the rows with a known price; null if there are no such rows. */
export function costOf(rows: AdminUsage[], prices: Prices): number | null {
  const priced = rows.filter((r) => prices.has(r.model))
  if (priced.length === 0) return null
  return priced.reduce((sum, r) => {
    const price = prices.get(r.model)!
    return sum + (r.promptTokens * price.prompt + r.completionTokens * price.completion) / 1e6
  }, 0)
}

/** Groups rows by the result of `of`. The groups are in the order of their first rows. */
export function groupBy<T>(rows: T[], of: (row: T) => string): Map<string, T[]> {
  const out = new Map<string, T[]>()
  for (const row of rows) {
    const group = out.get(of(row))
    if (group) group.push(row)
    else out.set(of(row), [row])
  }
  return out
}
