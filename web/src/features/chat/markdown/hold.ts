import remend from 'remend'

/** An incomplete formula of at least this length, in characters, is not held back but shown as text. */
const MAX_HELD = 400

const MARKER = /\[(?:c(?:i(?:t(?:a(?:t(?:i(?:o(?:n(?::\d*)?)?)?)?)?)?)?)?|\]?(?:\((?:@[^)\s]*)?)?)?$/

/**
 * The part of a growing block that may be shown without flicker. Incomplete constructs at its end, such as a formula,
 * a table header or a citation, are held back. Open emphasis and code are closed temporarily; of an open link, only the
 * text is shown.
 */
export function presentable(text: string): string {
  return remend(hold(text), { katex: false, linkMode: 'text-only', setextHeadings: true })
}

/** `text` without an incomplete construct at its end. Text that ends in an open code fence is unchanged. */
export function hold(text: string): string {
  if (openFence(text)) return text
  let shown = table(text.replace(/(?:^|(?<=\n))\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)?\s*$/, ''))
  shown = shown
    .replace(MARKER, '')
    .replace(/[\\<]$/, '')
    .replace(/(?<=^|\s|[^*_~`])[*_~`]{1,3}$/, '')
  return formula(shown)
}

function openFence(text: string): boolean {
  let open = ''
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (!mark) continue
    if (!open) open = mark
    else if (mark.startsWith(open) && line.trim() === mark) open = ''
  }
  return open !== ''
}

/**
 * `text` without the incomplete end of a table. The header is held back until the delimiter row is complete. The last
 * row is held back until all its cells are complete.
 */
function table(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  let first = last
  while (first >= 0 && /^\s*\|/.test(lines[first]!)) first--
  first++
  if (first > last) return text
  const delimiter = lines[first + 1]
  const complete = delimiter !== undefined && /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(delimiter)
  const columns = complete ? cells(delimiter) : 0
  const keep = complete
    ? /\|\s*$/.test(lines[last]!) && cells(lines[last]!) >= columns
      ? last + 1
      : last
    : first
  return lines.slice(0, keep).join('\n')
}

/**
 * The number of cells of a row that begins and ends with a vertical bar. An escaped bar is text.
 */
function cells(row: string): number {
  return row.replace(/\\./g, '').split('|').length - 2
}

const BRACKETS: [open: RegExp, close: string][] = [
  [/(?<!\\)\\\(/, '\\)'],
  [/(?<!\\)\\\[/, '\\]'],
]

function formula(text: string): string {
  for (const [open, close] of BRACKETS) {
    const from = text.lastIndexOf(close) + 1
    const at = from + text.slice(from).search(open)
    if (at >= from && text.length - at < MAX_HELD) return text.slice(0, at)
  }
  const bare = text.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
  let from = -1
  for (let i = 0; i < bare.length; i++) {
    if (bare[i] === '\\') i++
    else if (bare.startsWith('$$', i)) {
      const end = bare.indexOf('$$', i + 2)
      if (end < 0) {
        from = i
        break
      }
      i = end + 1
    } else if (bare[i] === '$' && !/[\s\d]/.test(bare[i + 1] ?? '')) {
      const end = bare.indexOf('$', i + 1)
      if (end < 0) {
        from = i
        break
      }
      i = end
    }
  }
  return from >= 0 && text.length - from < MAX_HELD ? text.slice(0, from) : text
}
