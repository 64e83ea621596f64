/** Elements that are not part of the text, such as controls and captions. */
const CONTROLS = 'button, input, figcaption, svg, .katex-html, .sr-only, .caret'
/** The attributes to keep, because other programs need them; all other attributes are removed. */
const KEPT = new Set([
  'href',
  'src',
  'alt',
  'colspan',
  'rowspan',
  'start',
  'lang',
  'dir',
  'encoding',
  'display',
])

/** The rendered text of an answer as HTML for other programs: without our classes, controls and citation marks. */
export function richText(from: ParentNode): string {
  return [...from.querySelectorAll('.md')].map((el) => clean(el.cloneNode(true) as Element)).join('\n')
}

function clean(root: Element): string {
  for (const el of root.querySelectorAll(CONTROLS)) el.remove()
  for (const el of root.querySelectorAll('[data-blank]')) el.replaceWith(el.textContent?.trim() || '____')
  for (const el of root.querySelectorAll('*')) {
    for (const { name } of [...el.attributes]) if (!KEPT.has(name)) el.removeAttribute(name)
    // Other programs may fail to show a picture with a data URL or a path of this server. Its alternative
    // text is used instead; for a drawn diagram, this is the diagram's source.
    const src = el.getAttribute('src')
    if (src && !/^https?:/.test(src)) el.replaceWith(el.getAttribute('alt') ?? '')
  }
  for (const table of root.querySelectorAll('table')) table.setAttribute('border', '1')
  return root.innerHTML.trim()
}
