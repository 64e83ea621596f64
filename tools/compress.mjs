// Copies a built folder for embedding: of every asset that gets smaller a .br and
// a .gz, at the strongest level and in place of the plain file; the server sends
// them as they are. What stands beside assets keeps its plain form too.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.ttf', '.txt', '.wasm', '.webmanifest'])
const SMALLEST = 512

const [from, to] = process.argv.slice(2)
if (!from || !to) throw new Error('usage: node compress.mjs FROM TO')

/** The packed forms of a file, or none where they would not be worth their room. */
function packed(name, plain) {
  // index.html is put together for every request.
  if (!TEXT.has(extname(name)) || basename(name) === 'index.html' || plain.length < SMALLEST) return []
  // Fonts for PDF files that bring none: fetched so seldom that two forms of each are not worth their room.
  if (/pdfjs-.*standard_fonts/.test(name)) return []
  const forms = {
    '.br': brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    '.gz': gzipSync(plain, { level: 9 }),
  }
  return Object.entries(forms).filter(([, body]) => body.length < plain.length)
}

rmSync(to, { recursive: true, force: true })
for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  const name = relative(from, file)
  // .vite is for the build alone.
  if (!entry.isFile() || name.startsWith('.vite')) continue
  const forms = packed(name, readFileSync(file))
  mkdirSync(dirname(join(to, name)), { recursive: true })
  for (const [suffix, body] of forms) writeFileSync(join(to, name + suffix), body)
  if (forms.length < 2 || !name.startsWith('assets')) cpSync(file, join(to, name))
}
