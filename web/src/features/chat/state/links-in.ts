/** Maximum number of links shown. */
const MOST = 3

/** Matches web addresses in a text. As on the server, an address ends before Chinese punctuation. */
const LINK = /https?:\/\/[^\s<>"'`，。；：、！？（）【】《》「」『』“”‘’…|\\^{}]+/gi

/** The first links of a text, at most MOST, without duplicates. */
export function linksIn(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(LINK)) {
    const url = word.replace(/[.,;:!?*_~]+$/, '')
    if (URL.canParse(url) && new URL(url).host.includes('.')) found.add(url)
  }
  return [...found].slice(0, MOST)
}
