/**
 * The days of a month such as 2026-11 as weeks that start on Monday; days of other months are null.
 */
export function weeksOf(month: string): (string | null)[][] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const cells: (string | null)[] = [
    ...Array<null>(before).fill(null),
    ...Array.from({ length: days }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`),
  ]
  while (cells.length % 7) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(i * 7, i * 7 + 7))
}

/** The month `by` months after `month`; before it if `by` is negative. */
export function monthFrom(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const d = new Date(Date.UTC(year, number - 1 + by, 1))
  return `${d.getUTCFullYear()}-${String(d.getUTCMonth() + 1).padStart(2, '0')}`
}
