import { createStore, type StoreApi } from 'zustand/vanilla'
import { Finder, type FindResult, type Hit } from './mark/finder'
import { hits, Painter } from './mark/paint'
import { findQuote, type Places } from './mark/quote'
import type { ThumbSource } from './pdf/thumb-source'
import { type Position, prefs, type Zoom } from './position'
import { findAll, foldText, type Span } from './text/fold'
import { TextMap } from './text/text-map'
import { type Heading, highlightColours, type ViewHighlight } from './types'
import { stepZoom } from './zoom'

/** Something to say about a quote that was asked for. */
export type Notice = { kind: 'missing' } | { kind: 'elsewhere'; place: number }

export interface ViewState {
  phase: 'loading' | 'ready' | 'failed'
  /** The place that the reader sees, from 1, and how many there are. */
  place: number
  count: number
  zoom: Zoom
  /** What the zoom comes to in this window. */
  scale: number
  rotation: number
  panel: 'outline' | 'thumbs' | null
  wrap: boolean
  outline: Heading[]
  find: FindResult & { open: boolean; words: string }
  notice: Notice | null
  extras: Extras
}

/** What only some views can do. */
export interface Extras {
  thumbs?: ThumbSource
  /** Prints the file; tells how many pages are ready. */
  print?: (report: (ready: number, total: number) => void, signal: AbortSignal) => Promise<void>
}

/** Marks of one place, as stretches of its folded text. */
export interface PlaceMarks {
  quote: Span[]
  find: Span[]
  now: Span | null
  highlights: { id: string; color: ViewHighlight['color']; span: Span }[]
}

/** What a view does for its viewer. Places are what it draws apart: pages, sections, stretches of lines. */
export interface Driver {
  count: number
  /** The folded words of a place. */
  textOf: (place: number) => Promise<string>
  /** Brings the beginning of a place, or a point further down in it, to the top. */
  scrollTo: (place: number, part?: number) => void
  scroller: HTMLElement
  /** The place where a unit's words are expected. */
  placeOf: (unit: number) => number
  /** The unit to which words of a place belong. */
  unitOf: (place: number) => number
  /** Places around the expected one in which a quote may be. */
  reach?: number
  /** For views that mark in their own way: cells instead of words. */
  paint?: (place: number, marks: PlaceMarks) => void
  reveal?: (place: number, span: Span) => void
  highlightAt?: (x: number, y: number) => string | undefined
}

export interface GoWish {
  /** How far down in the unit, 0 to 1, where no quote says it. */
  part?: number
  /** The words are only a way to the place: they are not marked, and not missed. */
  quiet?: boolean
}

interface Drawn {
  root: HTMLElement
  painter: Painter
  map?: TextMap
}

const noHits: FindResult = { total: 0, index: 0, done: true }

/**
 * One open file: what the toolbar shows, and everything that is alike in all
 * views: going to a place, marking a quote, searching, highlights.
 */
export class Viewer {
  readonly store: StoreApi<ViewState>
  /** The point at the top of the window, for the next time. */
  at: Pick<Position, 'unit' | 'part'> = { unit: 1, part: 0 }
  private driver?: Driver
  /** What waits for the view, and what waits for a place to be drawn. */
  private readonly tasks: ((driver: Driver) => void)[] = []
  private readonly sleepers = new Set<() => void>()
  private readonly drawn = new Map<number, Drawn>()
  private readonly texts = new Map<number, Promise<string>>()
  private quote: Places = new Map()
  private finder?: Finder
  private highlights: ViewHighlight[] = []
  private readonly located = new Map<string, Places>()
  private errand = 0

  constructor(start?: Position) {
    const { panel, wrap } = prefs()
    this.store = createStore<ViewState>()(() => ({
      phase: 'loading',
      place: 1,
      count: 0,
      zoom: start?.zoom ?? 'width',
      scale: 1,
      rotation: start?.rotation ?? 0,
      panel,
      wrap,
      outline: [],
      find: { ...noHits, open: false, words: '' },
      notice: null,
      extras: {},
    }))
  }

  get state(): ViewState {
    return this.store.getState()
  }

  set(change: Partial<ViewState>): void {
    this.store.setState(change)
  }

  // ── The view ──────────────────────────────────────────────────────────

  /** The view is ready to be asked; the returned function says that it is gone. */
  use(driver: Driver): () => void {
    this.driver = driver
    this.set({ phase: 'ready', count: driver.count })
    for (const task of this.tasks.splice(0)) task(driver)
    return () => {
      if (this.driver === driver) this.driver = undefined
      this.texts.clear()
      this.finder?.stop()
    }
  }

  /** Runs what needs the view, now or once it is there. */
  ready(task: (driver: Driver) => void): void {
    if (this.driver) task(this.driver)
    else this.tasks.push(task)
  }

  get scroller(): HTMLElement | undefined {
    return this.driver?.scroller
  }

  unitOf(place: number): number {
    return this.driver?.unitOf(place) ?? place
  }

  /** The words of a place are drawn; the returned function says that they are gone. */
  attach(place: number, root: HTMLElement): () => void {
    const drawn: Drawn = { root, painter: new Painter(root) }
    this.drawn.set(place, drawn)
    this.paint(place)
    for (const h of this.highlights) void this.locateHighlight(h)
    this.wake()
    return () => {
      drawn.painter.clear()
      if (this.drawn.get(place) === drawn) this.drawn.delete(place)
    }
  }

  /** The place under an element, with the words of it. */
  placeAt(node: Node): { place: number; map: TextMap } | undefined {
    for (const [place, { root }] of this.drawn) {
      if (root.contains(node)) return { place, map: new TextMap(root) }
    }
    return undefined
  }

  private text(place: number): Promise<string> {
    let text = this.texts.get(place)
    if (!text) {
      text = this.driver!.textOf(place)
      text.catch(() => this.texts.delete(place))
      this.texts.set(place, text)
    }
    return text
  }

  /** Resolves when the place is drawn; undefined when something else was asked for meanwhile. */
  private async whenDrawn(place: number, errand: number): Promise<Drawn | undefined> {
    while (errand === this.errand) {
      const drawn = this.drawn.get(place)
      if (drawn) return drawn
      await new Promise<void>((resolve) => this.sleepers.add(resolve))
    }
    return undefined
  }

  private wake(): void {
    const sleepers = [...this.sleepers]
    this.sleepers.clear()
    for (const wake of sleepers) wake()
  }

  /** Begins something that scrolls; what scrolled before gives up. */
  private nextErrand(): number {
    this.errand++
    this.wake()
    return this.errand
  }

  // ── Going somewhere ───────────────────────────────────────────────────

  /** Shows a unit, and marks a quote of it where one is given. */
  goTo(unit: number, quote = '', wish: GoWish = {}): void {
    this.ready((driver) => void this.go(driver, unit, quote, wish))
  }

  private async go(driver: Driver, unit: number, quote: string, { part, quiet }: GoWish): Promise<void> {
    const errand = this.nextErrand()
    const place = Math.min(driver.count, Math.max(1, driver.placeOf(unit)))
    if (!quiet) this.clearQuote()
    driver.scrollTo(place, part)
    if (!foldText(quote)) return
    const found = await findQuote((p) => this.text(p), driver.count, place, quote, {}, driver.reach).catch(
      (): Places => new Map(),
    )
    if (errand !== this.errand || driver !== this.driver) return
    if (found.size === 0) {
      if (!quiet) this.set({ notice: { kind: 'missing' } })
      return
    }
    const at = Math.min(...found.keys())
    if (!quiet) {
      this.setQuote(found)
      if (driver.reach === undefined && !found.has(place)) {
        this.set({ notice: { kind: 'elsewhere', place: at } })
      }
    }
    await this.reveal(at, found.get(at)![0]!, errand)
  }

  /** Scrolls until a stretch of a place is well in sight. */
  private async reveal(place: number, span: Span, errand: number): Promise<void> {
    const driver = this.driver
    if (!driver) return
    if (driver.reveal) return driver.reveal(place, span)
    if (!this.drawn.has(place)) driver.scrollTo(place)
    // What stands above may still grow while it is loaded, so it is looked at again.
    for (let tries = 0; tries < 6; tries++) {
      const drawn = await this.whenDrawn(place, errand)
      if (!drawn || errand !== this.errand) return
      scrollIntoSight(driver.scroller, rangeOf(drawn, span))
      await new Promise(requestAnimationFrame)
    }
  }

  // ── Marks ─────────────────────────────────────────────────────────────

  private setQuote(quote: Places): void {
    const before = this.quote
    this.quote = quote
    for (const place of new Set([...before.keys(), ...quote.keys()])) this.paint(place)
  }

  /** Takes the mark of the quote away, and what was said about it. */
  clearQuote(): void {
    this.setQuote(new Map())
    this.set({ notice: null })
  }

  private marksOf(place: number, text: string): PlaceMarks {
    const finder = this.finder
    const find = finder && this.state.find.open ? findAll(text, finder.query) : []
    const now = finder?.current?.place === place ? find[Math.min(finder.current.nth, find.length - 1)] : null
    return {
      quote: this.quote.get(place) ?? [],
      find,
      now: now ?? null,
      highlights: this.highlights.flatMap(({ id, color }) =>
        (this.located.get(id)?.get(place) ?? []).map((span) => ({ id, color, span })),
      ),
    }
  }

  private paint(place: number): void {
    const driver = this.driver
    if (driver?.paint) {
      void this.text(place).then((text) => driver.paint!(place, this.marksOf(place, text)))
      return
    }
    const drawn = this.drawn.get(place)
    if (!drawn) return
    const marks = this.marksOf(place, mapOf(drawn).text)
    const ranges = (spans: Span[]) => spans.map((span) => rangeOf(drawn, span))
    drawn.painter.paint('quote', ranges(marks.quote))
    drawn.painter.paint('find', ranges(marks.find))
    drawn.painter.paint('now', ranges(marks.now ? [marks.now] : []))
    for (const color of highlightColours) {
      drawn.painter.paint(color, ranges(marks.highlights.filter((h) => h.color === color).map((h) => h.span)))
    }
  }

  private paintAll(): void {
    if (this.driver?.paint) for (let p = 1; p <= this.driver.count; p++) this.paint(p)
    else for (const place of this.drawn.keys()) this.paint(place)
  }

  setHighlights(list: ViewHighlight[]): void {
    this.highlights = list
    const wanted = new Set(list.map((h) => h.id))
    for (const id of this.located.keys()) if (!wanted.has(id)) this.located.delete(id)
    this.paintAll()
    this.ready(() => {
      for (const h of list) void this.locateHighlight(h)
    })
  }

  /** Looks for a highlight once a place near it is drawn. */
  private async locateHighlight(h: ViewHighlight): Promise<void> {
    const driver = this.driver
    if (!driver || this.located.has(h.id)) return
    const place = Math.min(driver.count, Math.max(1, driver.placeOf(h.unit)))
    const near = driver.paint || driver.reach || [place - 1, place, place + 1].some((p) => this.drawn.has(p))
    if (!near) return
    this.located.set(h.id, new Map())
    const found = await findQuote(
      (p) => this.text(p),
      driver.count,
      place,
      h.quote,
      h,
      driver.reach ?? 1,
    ).catch(() => undefined)
    if (!found) this.located.delete(h.id)
    else {
      this.located.set(h.id, found)
      for (const at of found.keys()) this.paint(at)
    }
  }

  /** The highlight under a point of the screen. */
  highlightAt(x: number, y: number): string | undefined {
    if (this.driver?.highlightAt) return this.driver.highlightAt(x, y)
    for (const [place, drawn] of this.drawn) {
      const { highlights } = this.marksOf(place, mapOf(drawn).text)
      const hit = highlights.find((h) => hits(rangeOf(drawn, h.span), x, y))
      if (hit) return hit.id
    }
    return undefined
  }

  // ── Searching ─────────────────────────────────────────────────────────

  openFind(words?: string): void {
    this.set({ find: { ...this.state.find, open: true } })
    if (words !== undefined) this.search(words)
    else this.paintAll()
  }

  closeFind(): void {
    this.finder?.stop()
    this.finder = undefined
    this.set({ find: { ...noHits, open: false, words: this.state.find.words } })
    this.paintAll()
  }

  /** Searches for words and shows the first hit from where the reader is. */
  search(words: string): void {
    this.finder?.stop()
    this.finder = undefined
    this.set({ find: { ...noHits, open: true, words } })
    if (!foldText(words)) return this.paintAll()
    this.ready((driver) => {
      const finder = new Finder(
        words,
        (p) => this.text(p),
        driver.count,
        (result) => {
          if (this.finder === finder) this.set({ find: { ...this.state.find, ...result } })
        },
      )
      this.finder = finder
      this.set({ find: { ...this.state.find, done: false } })
      this.paintAll()
      const from = this.state.place
      void finder.first(from).then((hit) => this.showHit(hit))
      void finder.scan(from)
    })
  }

  async step(direction: 1 | -1): Promise<void> {
    const { words, open } = this.state.find
    if (!open || !this.finder) return this.openFind(words)
    await this.showHit(await this.finder.step(direction, this.state.place))
  }

  private async showHit(hit: Hit | null): Promise<void> {
    if (!hit || !this.driver || !this.finder) return
    const errand = this.nextErrand()
    const spans = findAll(await this.text(hit.place), this.finder.query)
    this.paintAll()
    const span = spans[Math.min(hit.nth, spans.length - 1)]
    if (span) await this.reveal(hit.place, span, errand)
  }

  // ── Size ──────────────────────────────────────────────────────────────

  /** One step larger or smaller. */
  zoomBy(direction: 1 | -1): void {
    this.set({ zoom: stepZoom(this.state.scale, direction) })
  }

  rotate(): void {
    this.set({ rotation: (this.state.rotation + 90) % 360 })
  }
}

function mapOf(drawn: Drawn): TextMap {
  drawn.map ??= new TextMap(drawn.root)
  return drawn.map
}

/** A stretch as a range; what is beyond the drawn words ends with them. */
function rangeOf(drawn: Drawn, { start, end }: Span): Range {
  const map = mapOf(drawn)
  const last = map.text.length
  if (last === 0) {
    const range = document.createRange()
    range.selectNodeContents(drawn.root)
    range.collapse(true)
    return range
  }
  return map.range({ start: Math.min(start, last - 1), end: Math.max(1, Math.min(end, last)) })
}

/** Scrolls so that a range stands in the upper middle, where it does not already stand well. */
function scrollIntoSight(scroller: HTMLElement, range: Range): void {
  const frame = scroller.getBoundingClientRect()
  const rect = range.getClientRects()[0] ?? range.getBoundingClientRect()
  const top = rect.top - frame.top
  if (top < 48 || top > frame.height * 0.7) scroller.scrollTop += top - frame.height / 3
  const left = rect.left - frame.left
  if (left < 8 || left + Math.min(rect.width, 80) > frame.width - 8) {
    scroller.scrollLeft += left - Math.min(64, frame.width / 6)
  }
}
