/** The class for letter spacing of Han characters; empty for texts with Latin letters, which must not be spaced. */
export const spaced = (text: string, spacing: string): string =>
  /\p{Script=Latin}/u.test(text) ? '' : spacing
