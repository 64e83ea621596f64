export type GroupKey = 'top' | 'today' | 'yesterday' | 'week' | 'month' | `${number}-${number}`

export interface Dated {
  /** When the newest question or answer was written, in Unix ms. */
  lastRepliedAt: number
  /** When the conversation was pinned, in Unix ms; 0 or absent: not pinned. */
  topAt?: number
}

export interface Group<T> {
  key: GroupKey
  items: T[]
}

/**
 * Groups rows for the conversation list. The groups are: pinned (latest pin first), today, yesterday, within 7 days,
 * within 30 days, and then one group per calendar month. Days are local.
 */
export function groupByDate<T extends Dated>(rows: readonly T[], now: Date = new Date()): Group<T>[] {
  const groups = new Map<GroupKey, T[]>()
  const put = (key: GroupKey, row: T) => {
    const list = groups.get(key)
    if (list) list.push(row)
    else groups.set(key, [row])
  }
  const pinned = rows.filter((r) => r.topAt).sort((a, b) => (b.topAt ?? 0) - (a.topAt ?? 0))
  const others = rows.filter((r) => !r.topAt).sort((a, b) => b.lastRepliedAt - a.lastRepliedAt)
  for (const row of pinned) put('top', row)
  for (const row of others) put(keyOf(row.lastRepliedAt, now), row)
  return Array.from(groups, ([key, items]) => ({ key, items }))
}

function keyOf(at: number, now: Date): GroupKey {
  const days = daysBetween(new Date(at), now)
  // If this device's clock is behind the server's, rows may be from "tomorrow"; they count as
  // today.
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days <= 7) return 'week'
  if (days <= 30) return 'month'
  const d = new Date(at)
  return `${d.getFullYear()}-${d.getMonth() + 1}`
}

/** Calendar days from a to b, unaffected by daylight saving time. */
function daysBetween(a: Date, b: Date): number {
  const day = (d: Date) => Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000
  return day(b) - day(a)
}
