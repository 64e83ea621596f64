// Compresses the font of PDF files for embedding in the binary: node pack.mjs <output>.
// The font comes from an npm package with a checksum in package-lock.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

const font = readFileSync(
  new URL(
    'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
    import.meta.url,
  ),
)
writeFileSync(
  process.argv[2],
  brotliCompressSync(font, {
    params: {
      // The highest quality, 11, takes four times as long and saves 6 %.
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: font.length,
    },
  }),
)
