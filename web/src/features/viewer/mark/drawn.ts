import type { Span } from '../text/fold'
import { TextMap } from '../text/text-map'
import { Painter } from './paint'

/** The rendered text of one place, and its marks. */
export class Drawn {
  readonly painter: Painter
  private known?: TextMap

  constructor(readonly root: HTMLElement) {
    this.painter = new Painter(root)
  }

  get map(): TextMap {
    this.known ??= new TextMap(this.root)
    return this.known
  }

  /** A span as a range; a part beyond the rendered text is cut off. */
  range({ start, end }: Span): Range {
    const last = this.map.text.length
    if (last === 0) {
      const range = document.createRange()
      range.selectNodeContents(this.root)
      range.collapse(true)
      return range
    }
    return this.map.range({ start: Math.min(start, last - 1), end: Math.max(1, Math.min(end, last)) })
  }
}

/** If a range is not well visible, scrolls it to the upper third of the window, and sideways into view. */
export function scrollIntoSight(scroller: HTMLElement, range: Range): void {
  const frame = scroller.getBoundingClientRect()
  const rect = range.getClientRects()[0]
  if (!rect) return // the text of the range was rendered again in the meantime
  const top = rect.top - frame.top
  if (top < 48 || top > frame.height * 0.7) scroller.scrollTop += top - frame.height / 3
  const left = rect.left - frame.left
  if (left < 8 || left + Math.min(rect.width, 80) > frame.width - 8) {
    scroller.scrollLeft += left - Math.min(64, frame.width / 6)
  }
}
