// Compresses the font of PDF files for embedding in the binary: node pack.mjs <output>.
// The font comes from an npm package with a checksum in package-lock.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const font = new URL(
  'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  import.meta.url,
)
writeFileSync(process.argv[2], gzipSync(readFileSync(font), { level: 9 }))
