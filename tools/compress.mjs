// Writes a .br and a .gz beside every file of a folder that gets smaller by
// it, at the strongest level: the server sends them as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.ttf', '.txt', '.wasm', '.webmanifest'])
const SMALLEST = 512

const root = process.argv[2]
if (!root) throw new Error('usage: node compress.mjs FOLDER')

for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  // index.html is put together for every request; .vite is for the build alone.
  if (!entry.isFile() || !TEXT.has(extname(entry.name)) || entry.name === 'index.html') continue
  if (entry.parentPath.includes('.vite')) continue
  // Fonts for PDF files that bring none: fetched so seldom that three forms of each are not worth their room.
  if (/pdfjs-.*standard_fonts/.test(entry.parentPath)) continue
  const file = join(entry.parentPath, entry.name)
  const plain = readFileSync(file)
  if (plain.length < SMALLEST) continue
  const packed = {
    '.br': brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    '.gz': gzipSync(plain, { level: 9 }),
  }
  for (const [suffix, body] of Object.entries(packed)) {
    if (body.length < plain.length) writeFileSync(file + suffix, body)
  }
}
