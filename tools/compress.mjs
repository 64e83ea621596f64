// Copies a built folder for embedding: of every asset that gets smaller a .br, at
// the strongest level and in place of the plain file, which the server sends as it
// is or makes the plain file of. What stands beside assets keeps its plain form too.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const SHRINK = new Set(['.bcmap', '.css', '.html', '.js', '.json', '.mjs', '.pfb', '.svg', '.ttf', '.txt', '.wasm', '.webmanifest'])
const SMALLEST = 512

const [from, to] = process.argv.slice(2)
if (!from || !to) throw new Error('usage: node compress.mjs FROM TO')

/** The packed form of a file, or null where it would not be worth its room. */
function packed(name, plain) {
  // index.html is put together for every request.
  if (!SHRINK.has(extname(name)) || basename(name) === 'index.html' || plain.length < SMALLEST) return null
  const body = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  return body.length < plain.length ? body : null
}

rmSync(to, { recursive: true, force: true })
for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  const name = relative(from, file)
  // .vite is for the build alone.
  if (!entry.isFile() || name.startsWith('.vite')) continue
  const body = packed(name, readFileSync(file))
  mkdirSync(dirname(join(to, name)), { recursive: true })
  if (body) writeFileSync(join(to, `${name}.br`), body)
  if (!body || !name.startsWith('assets')) cpSync(file, join(to, name))
}
