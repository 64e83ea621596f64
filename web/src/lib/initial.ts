/** The initial that represents a name: its first character, in upper case; empty for an empty name. */
export function initialOf(name: string): string {
  const [first = ''] = Array.from(name.trim())
  return first.toUpperCase()
}

/** The hue of a name in degrees, always the same for the same name. */
export function hueOf(name: string): number {
  let sum = 7
  for (const char of name) sum = (sum * 31 + char.codePointAt(0)!) % 3600
  return sum / 10
}
