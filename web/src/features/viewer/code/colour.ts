import dos from 'highlight.js/lib/languages/dos'
import fortran from 'highlight.js/lib/languages/fortran'
import latex from 'highlight.js/lib/languages/latex'
import powershell from 'highlight.js/lib/languages/powershell'
import { common, createLowlight } from 'lowlight'

/** A piece of text with the class name of its highlighting. */
export type Token = [look: string, text: string]

/** The languages of file extensions that highlight.js does not recognise itself. */
const languages: Record<string, string> = {
  vue: 'xml',
  svelte: 'xml',
  jsonl: 'json',
  ipynb: 'json',
  m: 'objectivec',
}

const lowlight = createLowlight({ ...common, dos, fortran, latex, powershell })

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
