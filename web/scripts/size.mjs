// Checks the size limits of the built app. Sizes are measured after gzip -9. "Initial" is
// everything that the home page loads before it accepts typing: the entry, the page's own chunk,
// their static imports, and the catalogues of the largest language.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const KB = 1000
const LIMITS = { 'initial JS': 140 * KB, CSS: 12 * KB, Markdown: 70 * KB, 'shared page': 60 * KB }
const HEAVY = ['katex', 'mermaid', 'lowlight', 'highlight.js', 'react-markdown', 'pdfjs-dist']

const dist = process.env.DIST ?? 'dist'
const read = (path) => JSON.parse(readFileSync(`${dist}/.vite/${path}`, 'utf8'))
const manifest = read('manifest.json')
const packages = read('packages.json')
const size = (file) => gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length
const total = (files) => [...files].reduce((sum, file) => sum + size(file), 0)

/** The chunks and styles of the manifest entries `keys` and of their static imports. */
function closure(...keys) {
  const js = new Set()
  const css = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`size: ${key} is not in the manifest`)
    if (js.has(chunk.file)) return
    js.add(chunk.file)
    for (const file of chunk.css ?? []) css.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return { js, css }
}

const locales = ['zh-CN', 'zh-TW', 'en'].map((locale) =>
  ['app', 'chat'].map((name) => `src/i18n/locales/${locale}/${name}.json?lingui`),
)
const largest = locales.sort((a, b) => total(closure(...b).js) - total(closure(...a).js))[0]
// In the manifest, the key of the home page is its source path. If another chunk imports the page as well, the key
// begins with _chat-.
const home = manifest['src/features/chat/index.ts']
  ? 'src/features/chat/index.ts'
  : Object.keys(manifest).find((key) => key.startsWith('_chat-'))
const initial = closure('index.html', home, ...largest)
const markdown = closure('src/features/chat/markdown/markdown.tsx')
const shared = closure('src/share/main.ts')

const found = {
  'initial JS': total(initial.js),
  CSS: total(initial.css),
  Markdown: total([...markdown.js].filter((file) => !initial.js.has(file))),
  'shared page': total(shared.js),
}
let failed = false
for (const [name, limit] of Object.entries(LIMITS)) {
  const over = found[name] > limit
  failed ||= over
  console.log(
    `${name.padEnd(11)} ${(found[name] / KB).toFixed(1)} KB of ${limit / KB} KB${over ? '  TOO BIG' : ''}`,
  )
}
for (const file of initial.js) {
  const heavy = (packages[file] ?? []).filter((name) => HEAVY.includes(name))
  if (heavy.length > 0) {
    failed = true
    console.log(`${file} of the first page holds ${heavy.join(', ')}`)
  }
}
if (process.argv.includes('--list')) {
  for (const file of [...initial.js, ...initial.css])
    console.log(`  ${(size(file) / KB).toFixed(1).padStart(6)}  ${file}`)
}
process.exit(failed ? 1 : 0)
