// Copies a built folder so that Go can embed it. Files of compressible types with at least 512 bytes are compressed
// with brotli at the highest level, if the result is smaller. Files in READ are not compressed. In assets/, only the
// compressed file (.br) is stored, and the server sends it as it is or decompresses it. In other folders, the
// uncompressed file is stored as well.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const SHRINK = new Set(['.bcmap', '.css', '.html', '.js', '.json', '.mjs', '.pfb', '.svg', '.ttf', '.txt', '.wasm', '.webmanifest'])
const SMALLEST = 512
// The server reads these files itself and inserts data into index.html for every request.
const READ = new Set(['index.html', 'preload.json'])

const [from, to] = process.argv.slice(2)
if (!from || !to) throw new Error('usage: node compress.mjs FROM TO')

/** The compressed file, or null if the file is to be stored uncompressed. */
function packed(name, plain) {
  if (!SHRINK.has(extname(name)) || READ.has(basename(name)) || plain.length < SMALLEST) return null
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
  // The server does not read .vite.
  if (!entry.isFile() || name.startsWith('.vite')) continue
  const body = packed(name, readFileSync(file))
  mkdirSync(dirname(join(to, name)), { recursive: true })
  if (body) writeFileSync(join(to, `${name}.br`), body)
  if (!body || !name.startsWith('assets')) cpSync(file, join(to, name))
}
