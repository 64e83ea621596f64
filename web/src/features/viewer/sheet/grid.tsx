// biome-ignore-all lint/a11y/useSemanticElements: an HTML table cannot contain only the visible rows and columns.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the table, whose keys select a cell.
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { useZoomGestures } from '../gestures'
import { evenWindow, offsetsOf, windowOf } from '../layout'
import type { Viewer } from '../viewer'
import { clampZoom } from '../zoom'
import { type Cell, columnName, type SheetData } from './data'

/** Height of a row at 100 %, in pixels. */
const ROW = 30
/** Rows and columns are rendered up to this distance beyond the window, in px. */
const EXTRA = 240
const WIDTH_MIN = 40
const WIDTH_MAX = 800

/** The mark of a cell, and the id of the cell's highlight, if any; undefined: the cell has no mark. */
export type MarkOf = (row: number, column: number) => { look: string; id?: string } | undefined

export interface GridHandle {
  /** Scrolls to a cell and selects it. */
  show: (cell: Cell) => void
}

export interface GridProps {
  sheet: SheetData
  scale: number
  viewer: Viewer
  place: number
  markOf: MarkOf
  ref: Ref<GridHandle>
}

/** The cells of a sheet. Only cells near the window are rendered. If there are several rows, row 0 is frozen. */
export function Grid({ sheet, scale, viewer, place, markOf, ref }: GridProps) {
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<ReadonlyMap<number, number>>(new Map())
  const [chosen, setChosen] = useState<Cell>({ row: 0, column: 0 })
  const [seen, setSeen] = useState({ top: 0, left: 0, width: 0, height: 0 })

  const { rows, numbers, columns, figures } = sheet
  const rowHeight = Math.round(ROW * scale)
  const head = Math.round((String(numbers.at(-1) ?? 1).length * 8 + 20) * Math.max(1, scale))
  const widths = useMemo(
    () => sheet.widths.map((w, i) => Math.round((own.get(i) ?? w) * scale)),
    [sheet, own, scale],
  )
  const lefts = useMemo(() => offsetsOf(widths), [widths])
  const tops = (row: number) => row * rowHeight
  const frozen = rows.length > 1

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sheet starts at its first cell.
  useLayoutEffect(() => {
    setOwn(new Map())
    setChosen({ row: 0, column: 0 })
    scroller.current?.scrollTo(0, 0)
  }, [sheet])

  const look = useCallback(() => {
    const el = scroller.current
    if (!el) return
    setSeen({ top: el.scrollTop, left: el.scrollLeft, width: el.clientWidth, height: el.clientHeight })
  }, [])
  useLayoutEffect(() => {
    const el = scroller.current!
    look()
    const observer = new ResizeObserver(look)
    observer.observe(el)
    return () => observer.disconnect()
  }, [look])
  useZoomGestures(scroller, (factor) => viewer.set({ zoom: clampZoom(viewer.state.scale * factor) }))
  useEffect(() => viewer.attach(place, body.current!), [viewer, place])

  const show = useCallback(
    ({ row, column }: Cell) => {
      const el = scroller.current
      if (!el) return
      setChosen({ row, column })
      // The column letters and the frozen row cover the scrolling rows.
      const above = rowHeight * (frozen ? 2 : 1)
      const top = row * rowHeight + rowHeight
      if (row > 0 || !frozen) {
        if (top - above < el.scrollTop) el.scrollTop = top - above
        else if (top + rowHeight > el.scrollTop + el.clientHeight)
          el.scrollTop = top + rowHeight * 4 - el.clientHeight
      }
      const left = lefts[column] ?? 0
      const width = widths[column] ?? 0
      if (left < el.scrollLeft) el.scrollLeft = left
      else if (left + width + head > el.scrollLeft + el.clientWidth)
        el.scrollLeft = left + width + head - el.clientWidth
    },
    [rowHeight, frozen, lefts, widths, head],
  )
  useImperativeHandle(ref, () => ({ show }), [show])

  const vertical = evenWindow(rows.length, rowHeight, seen.top, seen.top + seen.height, EXTRA)
  const across = windowOf(lefts, seen.left, seen.left + seen.width, EXTRA)

  const onKeyDown = (e: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(seen.height / rowHeight) - 2)
    const steps: Record<string, [row: number, column: number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-page, 0],
      PageDown: [page, 0],
      Home: e.ctrlKey ? [-rows.length, -columns] : [0, -columns],
      End: e.ctrlKey ? [rows.length, columns] : [0, columns],
    }
    const step = steps[e.key]
    if (!step || e.altKey || e.metaKey) return
    e.preventDefault()
    e.stopPropagation()
    show({
      row: Math.min(rows.length - 1, Math.max(0, chosen.row + step[0])),
      column: Math.min(columns - 1, Math.max(0, chosen.column + step[1])),
    })
  }

  const resize = (column: number, from: number) => {
    const start = (own.get(column) ?? sheet.widths[column]!) * scale
    const move = (e: PointerEvent) => {
      const width = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, (start + e.clientX - from) / scale))
      setOwn((old) => new Map(old).set(column, width))
    }
    const end = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
  }

  const cells = (row: number) => {
    const out = []
    for (let c = across.first; c <= across.last; c++) {
      const mark = markOf(row, c)
      const text = rows[row]![c] ?? ''
      out.push(
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the grid select cells.
        <div
          key={c}
          role="cell"
          aria-colindex={c + 1}
          data-cell
          data-highlight={mark?.id}
          className={cn(
            'cell',
            figures[c] && row > 0 && 'figure',
            mark && `mark-${mark.look}`,
            chosen.row === row && chosen.column === c && 'chosen',
          )}
          style={{ left: head + lefts[c]!, width: widths[c] }}
          onClick={() => setChosen({ row, column: c })}
        >
          {text}
        </div>,
      )
    }
    return out
  }
  const line = (row: number) => (
    <>
      <div data-aside role="rowheader" className="row-number" style={{ width: head }}>
        {numbers[row]}
      </div>
      {cells(row)}
    </>
  )

  const shown = []
  for (let r = Math.max(frozen ? 1 : 0, vertical.first); r <= vertical.last; r++) shown.push(r)
  const width = head + (lefts[columns] ?? 0)
  const value = rows[chosen.row]?.[chosen.column] ?? ''
  return (
    <>
      <div className="cell-bar">
        <span className="cell-name">
          {columnName(chosen.column)}
          {numbers[chosen.row]}
        </span>
        <output className="cell-value">{value}</output>
      </div>
      <div
        ref={scroller}
        role="table"
        aria-label={sheet.name || t('viewer.sheetN', { n: place })}
        aria-rowcount={numbers.at(-1)}
        aria-colcount={columns}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys select cells.
        tabIndex={0}
        className="grid-scroller"
        onScroll={look}
        onKeyDown={onKeyDown}
      >
        <div ref={body} className="relative" style={{ width, height: rowHeight * (rows.length + 1) }}>
          <div data-aside role="row" className="grid-letters" style={{ height: rowHeight, width }}>
            <div className="corner" style={{ width: head }} />
            {Array.from({ length: across.last - across.first + 1 }, (_, i) => across.first + i).map((c) => (
              <div
                key={c}
                role="columnheader"
                className="letter"
                style={{ left: head + lefts[c]!, width: widths[c] }}
              >
                {columnName(c)}
                {/* Resizing needs no keyboard: the bar above shows the full text of a cell. */}
                <i
                  className="letter-edge"
                  onPointerDown={(e) => {
                    e.preventDefault()
                    resize(c, e.clientX)
                  }}
                />
              </div>
            ))}
          </div>
          {frozen && (
            <div
              role="row"
              aria-rowindex={numbers[0]}
              className="grid-row frozen"
              style={{ top: rowHeight, height: rowHeight, width }}
            >
              {line(0)}
            </div>
          )}
          {shown.map((r) => (
            <div
              key={r}
              role="row"
              aria-rowindex={numbers[r]}
              className="grid-row"
              style={{ top: tops(r) + rowHeight, height: rowHeight, width }}
            >
              {line(r)}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
