import { createStore, type StoreApi } from 'zustand/vanilla'
import { errorText } from '@/api'
import { toastError } from '@/ui/toast'
import { Drawn, scrollIntoSight } from './mark/drawn'
import { Finder, type FindResult, type Hit } from './mark/finder'
import { hits } from './mark/paint'
import { findQuote, type Places } from './mark/quote'
import type { Driver, GoWish, PlaceMarks, ViewState } from './model'
import { type Position, prefs, type Zoom } from './position'
import { findAll, foldText, type Span } from './text/fold'
import { TextMap } from './text/text-map'
import { highlightColours, type ViewHighlight } from './types'
import { clampZoom, stepZoom } from './zoom'

/** A quoted line less than SMALL px high is too small to read; Viewer.enlarge makes it READABLE px high. */
const SMALL = 10
const READABLE = 15

const noHits: FindResult = { total: 0, index: 0, done: true }

/**
 * One open file: the state of the toolbar, and what all views share: navigation, quotes, search,
 * highlights.
 */
export class Viewer {
  readonly store: StoreApi<ViewState>
  /** The position at the top of the window, to be stored. */
  at: Pick<Position, 'unit' | 'part'> = { unit: 1, part: 0 }
  private driver?: Driver
  /**
   * The functions in `tasks` are called when the view is registered. The functions in `sleepers` are called
   * when a place is rendered or a new request starts.
   */
  private readonly tasks: ((driver: Driver) => void)[] = []
  private readonly sleepers = new Set<() => void>()
  private readonly drawn = new Map<number, Drawn>()
  private readonly texts = new Map<number, Promise<string>>()
  private quote: Places = new Map()
  private finder?: Finder
  private highlights: ViewHighlight[] = []
  private readonly located = new Map<string, Places>()
  private request = 0
  /** While a quote is enlarged: the zoom that the reader had chosen before. */
  private chosenFit?: Zoom

  constructor(start?: Position) {
    const { panel, wrap } = prefs()
    this.store = createStore<ViewState>()(() => ({
      phase: 'loading',
      place: 1,
      count: 0,
      zoom: start?.zoom ?? 'auto',
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
    if (change.zoom !== undefined) this.chosenFit = undefined
    this.store.setState(change)
  }

  // ── The view ──────────────────────────────────────────────────────────

  /** Registers the view; the returned function unregisters it. */
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

  /** Runs a task that needs the view, now or once the view is registered. */
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

  /** Registers the rendered text of a place; the returned function unregisters it. */
  attach(place: number, root: HTMLElement): () => void {
    const drawn = new Drawn(root)
    this.drawn.set(place, drawn)
    this.paint(place)
    for (const h of this.highlights) void this.locateHighlight(h)
    this.wake()
    return () => {
      drawn.painter.clear()
      if (this.drawn.get(place) === drawn) this.drawn.delete(place)
    }
  }

  /** The rendered place that contains a node, with the map of its text; undefined if no place contains the node. */
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

  /** Resolves when the place is rendered, or to undefined if another request starts first. */
  private async whenDrawn(place: number, request: number): Promise<Drawn | undefined> {
    while (request === this.request) {
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

  /** Starts a request that scrolls; the previous request is abandoned. */
  private nextRequest(): number {
    this.request++
    this.wake()
    return this.request
  }

  // ── Navigation ────────────────────────────────────────────────────────

  /** Shows a unit. If `quote` is found near the unit, shows the quote, and marks it unless `wish.quiet` is set. */
  goTo(unit: number, quote = '', wish: GoWish = {}): void {
    this.ready((driver) => void this.go(driver, unit, quote, wish))
  }

  private async go(driver: Driver, unit: number, quote: string, { part, quiet }: GoWish): Promise<void> {
    const request = this.nextRequest()
    const place = Math.min(driver.count, Math.max(1, driver.placeOf(unit)))
    if (!quiet) this.clearQuote()
    driver.scrollTo(place, part)
    if (!foldText(quote)) return
    const found = await findQuote((p) => this.text(p), driver.count, place, quote, {}, driver.reach).catch(
      (): Places => new Map(),
    )
    if (request !== this.request || driver !== this.driver) return
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
    const span = found.get(at)![0]!
    if (!quiet) await this.enlarge(at, span, request)
    await this.reveal(at, span, request)
  }

  /** If the page is fitted to the window and its quote is too small to read, enlarges the page. */
  private async enlarge(place: number, span: Span, request: number): Promise<void> {
    const { zoom, scale } = this.state
    if (!this.driver?.zooms || typeof zoom === 'number') return
    if (!this.drawn.has(place)) this.driver.scrollTo(place)
    const drawn = await this.whenDrawn(place, request)
    const height = drawn?.range(span).getClientRects()[0]?.height
    if (!height || height >= SMALL || request !== this.request) return
    this.chosenFit = zoom
    this.store.setState({ zoom: clampZoom((scale * READABLE) / height) })
  }

  /** The zoom chosen by the reader, also while a quote is enlarged. */
  get chosenZoom(): Zoom {
    return this.chosenFit ?? this.state.zoom
  }

  /** Scrolls until a span of a place is well visible. */
  private async reveal(place: number, span: Span, request: number): Promise<void> {
    const driver = this.driver
    if (!driver) return
    if (driver.reveal) return driver.reveal(place, span)
    if (!this.drawn.has(place)) driver.scrollTo(place)
    // Content above may still grow while it loads, so the position is checked again.
    for (let tries = 0; tries < 6; tries++) {
      const drawn = await this.whenDrawn(place, request)
      if (!drawn || request !== this.request) return
      driver.stopCorrecting?.()
      scrollIntoSight(driver.scroller, drawn.range(span))
      await new Promise(requestAnimationFrame)
    }
  }

  // ── Marks ─────────────────────────────────────────────────────────────

  private setQuote(quote: Places): void {
    const before = this.quote
    this.quote = quote
    for (const place of new Set([...before.keys(), ...quote.keys()])) this.paint(place)
  }

  /** Removes the mark of the quote, and the notice about it. */
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
      this.text(place).then(
        (text) => driver.paint!(place, this.marksOf(place, text)),
        () => {}, // a place without text has no marks
      )
      return
    }
    const drawn = this.drawn.get(place)
    if (!drawn) return
    const marks = this.marksOf(place, drawn.map.text)
    const ranges = (spans: Span[]) => spans.map((span) => drawn.range(span))
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

  /**
   * Searches for the text of a highlight once. A view with `paint` or `reach` is searched at once. Any other
   * view is searched only after a place near the highlight is rendered: `attach` calls this function again.
   */
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

  /** The id of the highlight at a point of the screen. */
  highlightAt(x: number, y: number): string | undefined {
    if (this.driver?.highlightAt) return this.driver.highlightAt(x, y)
    for (const [place, drawn] of this.drawn) {
      const { highlights } = this.marksOf(place, drawn.map.text)
      const hit = highlights.find((h) => hits(drawn.range(h.span), x, y))
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

  /** Searches for words and shows the first hit from the reader's position on, wrapping around at the end. */
  search(words: string): void {
    this.finder?.stop()
    this.finder = undefined
    this.set({ find: { ...noHits, open: true, words } })
    if (!foldText(words)) {
      this.paintAll()
      return
    }
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
      const failed = (err: unknown) => this.endFind(finder, err)
      finder
        .first(from)
        .then((hit) => this.showHit(hit))
        .catch(failed)
      finder.scan(from).catch(failed)
    })
  }

  /** Ends a search after a failure, and shows the error. Without `find.words`, Enter starts the search again. */
  private endFind(finder: Finder, err: unknown): void {
    if (this.finder !== finder) return
    finder.stop()
    this.finder = undefined
    this.set({ find: { ...noHits, open: this.state.find.open, words: '' } })
    this.paintAll()
    toastError(errorText(err))
  }

  async step(direction: 1 | -1): Promise<void> {
    const { words, open } = this.state.find
    const finder = this.finder
    if (!open || !finder) return this.openFind(words)
    try {
      await this.showHit(await finder.step(direction, this.state.place))
    } catch (err) {
      this.endFind(finder, err)
    }
  }

  private async showHit(hit: Hit | null): Promise<void> {
    if (!hit || !this.driver || !this.finder) return
    const request = this.nextRequest()
    const spans = findAll(await this.text(hit.place), this.finder.query)
    this.paintAll()
    const span = spans[Math.min(hit.nth, spans.length - 1)]
    if (span) await this.reveal(hit.place, span, request)
  }

  // ── Size ──────────────────────────────────────────────────────────────

  zoomBy(direction: 1 | -1): void {
    this.set({ zoom: stepZoom(this.state.scale, direction) })
  }

  rotate(): void {
    this.set({ rotation: (this.state.rotation + 90) % 360 })
  }
}
