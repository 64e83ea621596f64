import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { EmptyState, Skeleton } from '@/ui/state'
import { blocks } from '../flow/blocks'
import type { PlaceMarks } from '../model'
import { Broken } from '../parts/broken'
import { UnitStore } from '../unit-store'
import type { ViewProps } from '../view-props'
import { type Cell, type SheetData, SheetText, sheetOf } from './data'
import { Grid, type GridHandle, type MarkOf } from './grid'

/** A workbook: the cells of the selected sheet and, if there are several sheets, tabs for them at the bottom. */
export default function SheetView({ doc, viewer, start }: ViewProps) {
  const t = useT()
  const scale = useStore(viewer.store, (s) => s.scale)
  const store = useMemo(() => new UnitStore(doc.id, doc.units, 'sheet'), [doc.id, doc.units])
  const books = useMemo(() => new Sheets(store), [store])
  const [place, setPlace] = useState(start?.unit ?? 1)
  const [sheet, setSheet] = useState<SheetData>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [marks, setMarks] = useState<ReadonlyMap<number, PlaceMarks>>(new Map())
  const [target, setTarget] = useState<{ place: number; cell: Cell }>()
  const grid = useRef<GridHandle>(null)
  const host = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt requests the same sheet again.
  useEffect(() => {
    let gone = false
    setFailed(false)
    books.get(place).then(
      (s) => gone || setSheet(s),
      () => gone || setFailed(true),
    )
    viewer.at = { unit: place, part: 0 }
    viewer.set({ place })
    return () => {
      gone = true
    }
  }, [books, place, viewer, attempt])

  const driven = sheet !== undefined
  useEffect(() => {
    const el = host.current
    if (!el || !driven) return
    return viewer.use({
      count: doc.units,
      scroller: el,
      textOf: async (n) => (await books.text(n)).text,
      placeOf: (unit) => unit,
      unitOf: (n) => n,
      scrollTo: (n) => setPlace(n),
      paint: (n, m) => setMarks((old) => new Map(old).set(n, m)),
      reveal: (n, span) => {
        setPlace(n)
        void books.text(n).then((text) => {
          const cell = text.cells(span)[0]
          if (cell) setTarget({ place: n, cell })
        })
      },
      highlightAt: (x, y) => {
        const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')
        return hit?.dataset.highlight
      },
    })
  }, [viewer, books, doc.units, driven])

  useEffect(() => {
    if (target && target.place === place && sheet === books.now(place)) grid.current?.show(target.cell)
  }, [target, place, sheet, books])

  const markOf = useMarks(books, place, sheet, marks.get(place))
  if (doc.units === 0) return <EmptyState className="h-full justify-center" title={t('viewer.noWords')} />
  const shown = sheet && sheet === books.now(place) ? sheet : undefined
  return (
    <div ref={host} className="sheet-view" style={{ ['--view-scale' as string]: scale }}>
      {failed ? (
        <Broken doc={doc} fault="offline" onRetry={() => setAttempt((n) => n + 1)} />
      ) : !shown ? (
        <div className="flex-1 space-y-3 p-6" aria-busy>
          <Skeleton className="h-7" />
          <Skeleton className="h-7" />
          <Skeleton className="h-7" />
        </div>
      ) : shown.rows.length === 0 ? (
        <EmptyState className="flex-1 justify-center" title={t('viewer.sheetEmpty')} />
      ) : (
        <Grid ref={grid} sheet={shown} scale={scale} viewer={viewer} place={place} markOf={markOf} />
      )}
      {shown && shown.beside.length > 0 && (
        <details className="sheet-notes" open={shown.rows.length === 0}>
          <summary>{t('viewer.notesN', { count: shown.beside.length })}</summary>
          {blocks(shown.beside)}
        </details>
      )}
      {doc.units > 1 && (
        <div role="tablist" aria-label={t('viewer.sheets')} className="sheet-tabs">
          {Array.from({ length: doc.units }, (_, i) => {
            const n = i + 1
            const name =
              books.now(n)?.name || doc.outline?.find((h) => h.unit === n)?.text || t('viewer.sheetN', { n })
            return (
              <button
                key={n}
                type="button"
                role="tab"
                aria-selected={n === place}
                tabIndex={n === place ? 0 : -1}
                className={cn('sheet-tab', marks.get(n)?.find.length && 'has-hits')}
                onClick={() => setPlace(n)}
                onKeyDown={(e) => {
                  const to = e.key === 'ArrowRight' ? n + 1 : e.key === 'ArrowLeft' ? n - 1 : 0
                  if (to < 1 || to > doc.units) return
                  e.preventDefault()
                  e.stopPropagation()
                  setPlace(to)
                  const tabs = e.currentTarget.parentElement!.querySelectorAll<HTMLElement>('[role=tab]')
                  tabs[to - 1]?.focus()
                }}
              >
                {name}
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}

/** The sheets of one file, each built once. */
class Sheets {
  private readonly sheets = new Map<number, SheetData>()
  private readonly texts = new Map<number, SheetText>()
  constructor(private readonly store: UnitStore) {}

  now(place: number): SheetData | undefined {
    return this.sheets.get(place)
  }

  // `get` and `text` look into their map only after `await`. If two calls wait at the same time, the first to
  // continue builds and stores the object, and the second finds it in the map.
  async get(place: number): Promise<SheetData> {
    const unit = await this.store.get(place)
    let sheet = this.sheets.get(place)
    if (!sheet) {
      sheet = sheetOf(unit)
      this.sheets.set(place, sheet)
    }
    return sheet
  }

  async text(place: number): Promise<SheetText> {
    const sheet = await this.get(place)
    let text = this.texts.get(place)
    if (!text) {
      text = new SheetText(sheet)
      this.texts.set(place, text)
    }
    return text
  }
}

/** The marked cells of the shown sheet, with their kinds of marks. */
function useMarks(
  books: Sheets,
  place: number,
  sheet: SheetData | undefined,
  marks: PlaceMarks | undefined,
): MarkOf {
  const [cells, setCells] = useState<ReadonlyMap<string, ReturnType<MarkOf>>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sheet has other cells.
  useEffect(() => {
    if (!marks) return setCells(new Map())
    let gone = false
    void books.text(place).then((text) => {
      if (gone) return
      const map = new Map<string, ReturnType<MarkOf>>()
      const put = (spans: PlaceMarks['find'], look: string, id?: string) => {
        for (const span of spans)
          for (const { row, column } of text.cells(span)) {
            const cell = `${row}:${column}`
            // A mark over a highlight keeps the id of the highlight, so that the highlight can still be clicked.
            map.set(cell, { look, id: id ?? map.get(cell)?.id })
          }
      }
      for (const h of marks.highlights) put([h.span], h.color, h.id)
      put(marks.quote, 'quote')
      put(marks.find, 'find')
      if (marks.now) put([marks.now], 'now')
      setCells(map)
    })
    return () => {
      gone = true
    }
  }, [books, place, sheet, marks])
  return useMemo(() => (row, column) => cells.get(`${row}:${column}`), [cells])
}
