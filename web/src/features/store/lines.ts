/** Punctuation that should not begin a line. */
const closing = /^[，。、；：！？”’）》」』】…,.;:!?)]/u

/**
 * Breaks a text into at most `most` lines that are at most `width` wide. `measure` returns the width of a
 * text. Chinese text may break anywhere except before closing punctuation. If closing punctuation does not
 * fit into a line, the character or word before it moves to the next line as well, if both fit there. Latin
 * words and numbers are kept together if they fit. A cut text ends with an ellipsis.
 */
export function breakLines(
  text: string,
  width: number,
  most: number,
  measure: (s: string) => number,
): string[] {
  const pieces =
    text
      .replace(/\s+/g, ' ')
      .trim()
      .match(/[\p{Script=Latin}\d'’.-]+ ?|./gsu) ?? []
  const lines: string[] = []
  let line: string[] = []
  for (const piece of pieces.flatMap((p) => (measure(p) > width ? Array.from(p) : [p]))) {
    if (line.length > 0 && measure((line.join('') + piece).trimEnd()) > width) {
      const before = closing.test(piece) ? [...line] : []
      let carried = piece.trimStart()
      do carried = (before.pop() ?? '') + carried
      while (before.length > 1 && closing.test(carried) && measure(carried) < width)
      const carries = before.length > 0 && measure(carried.trimEnd()) <= width
      lines.push((carries ? before : line).join('').trimEnd())
      line = carries ? [...line.slice(before.length), piece] : [piece.trimStart()]
      if (lines.length === most) break
    } else line.push(piece)
  }
  if (lines.length < most) {
    const rest = line.join('').trimEnd()
    if (rest) lines.push(rest)
    return lines
  }
  let last = Array.from(lines[most - 1]!)
  while (last.length && measure(`${last.join('')}…`) > width) last = last.slice(0, -1)
  lines[most - 1] = `${last.join('')}…`
  return lines
}
