/** The class that spaces Han characters, for a text that has no Latin letters: those are never spaced. */
export const spaced = (text: string, spacing: string): string =>
  /\p{Script=Latin}/u.test(text) ? '' : spacing
