import { storage } from '@/lib/storage'

/**
 * The zoom of a file: a factor, or fitted to the window. For a PDF, `auto` fits the width of the window up to a
 * readable maximum. For a picture, `auto` equals `page`. For other files, `auto` is the factor 1.
 */
export type Zoom = number | 'auto' | 'width' | 'page'

/** A reader's position in a file. */
export interface Position {
  unit: number
  /** Vertical position in the unit, 0 to 1. */
  part: number
  zoom: Zoom
  rotation: number
}

/** Maximum number of stored positions; the position in the least recently read file is removed first. */
export const REMEMBERED = 200

const KEY = 'viewer.positions'

type Rows = [id: string, position: Position][]

function rows(): Rows {
  try {
    const kept: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRow) : []
  } catch {
    return []
  }
}

function isRow(row: unknown): row is Rows[number] {
  if (!Array.isArray(row) || typeof row[0] !== 'string') return false
  const p = row[1] as Partial<Position> | null
  return (
    typeof p === 'object' &&
    p !== null &&
    Number.isInteger(p.unit) &&
    p.unit! >= 1 &&
    typeof p.part === 'number' &&
    p.part >= 0 &&
    p.part <= 1 &&
    (p.zoom === 'auto' ||
      p.zoom === 'width' ||
      p.zoom === 'page' ||
      (typeof p.zoom === 'number' && p.zoom > 0)) &&
    [0, 90, 180, 270].includes(p.rotation!)
  )
}

/** The stored position in a file; undefined if no position is stored. */
export function recall(id: string): Position | undefined {
  return rows().find((row) => row[0] === id)?.[1]
}

/** Stores the reader's position. */
export function remember(id: string, position: Position): void {
  const others = rows().filter((row) => row[0] !== id)
  storage.set(KEY, JSON.stringify([[id, position], ...others].slice(0, REMEMBERED)))
}

/** The settings of the viewer stored in this browser. */
export interface ViewerPrefs {
  panel: 'outline' | 'thumbs' | null
  wrap: boolean
}

const PREFS = 'viewer.prefs'

export function prefs(): ViewerPrefs {
  try {
    const kept = JSON.parse(storage.get(PREFS) ?? '{}') as Partial<ViewerPrefs>
    return {
      panel: kept.panel === 'outline' || kept.panel === 'thumbs' ? kept.panel : null,
      wrap: kept.wrap !== false,
    }
  } catch {
    return { panel: null, wrap: true }
  }
}

export function setPrefs(change: Partial<ViewerPrefs>): void {
  storage.set(PREFS, JSON.stringify({ ...prefs(), ...change }))
}
