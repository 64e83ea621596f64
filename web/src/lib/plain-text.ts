const MARKS = /\[citation:\d+\]|\[\]\(@replace=[^)]*\)/g

/** The Markdown of an answer for other programs, without citation marks and placeholders. */
export function plainMarkdown(text: string): string {
  return text.replace(MARKS, '').trim()
}

/**
 * The text of an answer without Markdown syntax. The content of code, and formulas between $$, \[ \] or \( \), is
 * kept.
 */
export function plainText(text: string): string {
  const kept: string[] = []
  const keep = (s: string) => `\uE000${kept.push(s) - 1}\uE000`
  const bare = plainMarkdown(text)
    .replace(
      /^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:\n {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm,
      (_, __, code: string) => keep(code),
    )
    .replace(/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g, (_, __, code: string) => keep(code.trim()))
    .replace(/\$\$[\s\S]{1,16000}?\$\$|\\\[[\s\S]{1,16000}?\\\]|\\\(.{1,4000}?\\\)/g, keep)
    .replace(/^ {0,3}#{1,6}[ \t]+/gm, '')
    .replace(/^ {0,3}>[ \t]?/gm, '')
    .replace(
      /^([ \t]*)[-*+][ \t]+\[([ xX])\][ \t]+/gm,
      (_, indent: string, x: string) => `${indent}${x === ' ' ? '☐' : '☑'} `,
    )
    .replace(/^([ \t]*)[-*+][ \t]+/gm, '$1• ')
    .replace(/^ {0,3}(?:[-*_][ \t]*){3,}$/gm, '')
    .replace(/^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*\n?/gm, '')
    .replace(/^[ \t]*\|(.+)\|[ \t]*$/gm, (_, row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join('\t'),
    )
    .replace(/!?\[([^\]\n]*)\]\(([^)\s]+)[^)\n]*\)/g, (_, name: string, url: string) =>
      name && name !== url ? `${name}（${url}）` : url,
    )
    .replace(/(\*\*\*|\*\*|__|~~|\*)(?=\S)([\s\S]{0,400}?\S)\1/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!|~>$])/g, '$1')
  return bare.replace(/\uE000(\d+)\uE000/g, (_, i: string) => kept[Number(i)]!).trim()
}
