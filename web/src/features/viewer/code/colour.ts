import { common, createLowlight } from 'lowlight'

/** A piece of text with the class name of its highlighting. */
export type Token = [look: string, text: string]

/** The language of some extensions; any other extension is used as the name of its language. */
const languages: Record<string, string> = {
  vue: 'xml',
  svelte: 'xml',
  bat: 'dos',
  tex: 'latex',
  jsonl: 'json',
  ipynb: 'json',
  ps1: 'powershell',
  f90: 'fortran',
  m: 'objectivec',
  mk: 'makefile',
}

const lowlight = createLowlight(common)

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/** The tokens of each line, or null for a language that is not supported. */
export function colour(extension: string, lines: readonly string[]): Token[][] | null {
  const language = languages[extension] ?? extension
  if (!lowlight.registered(language)) return null
  const out: Token[][] = [[]]
  const add = (look: string, text: string) => {
    const parts = text.split('\n')
    parts.forEach((part, i) => {
      if (i > 0) out.push([])
      if (part) out.at(-1)!.push([look, part])
    })
  }
  const walk = (nodes: Node[], look: string) => {
    for (const node of nodes) {
      if (node.type === 'text') add(look, node.value)
      else if (node.type === 'element') {
        walk(node.children as Node[], String((node.properties.className as string[])?.[0] ?? look))
      }
    }
  }
  walk(lowlight.highlight(language, lines.join('\n')).children, '')
  return out
}
