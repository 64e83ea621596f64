import { promises as fs } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes .vite/packages.json: which npm packages each chunk holds, for scripts/size.mjs. */
export function listPackages(): Plugin {
  return {
    name: 'list-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const packages: Record<string, string[]> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const names = chunk.moduleIds.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1])
        packages[chunk.fileName] = [...new Set(names.filter((name) => name !== undefined))].sort()
      }
      this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(packages) })
    },
  }
}

const worthIt = /\.(js|css|svg|json|webmanifest)$/
const LEAST = 1024

/** Puts a .br and a .gz beside every text file, once all others are written: the server sends them as they are. */
export function precompress(): Plugin {
  const [br, gz] = [promisify(brotliCompress), promisify(gzip)]
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const file of await fs.readdir('dist', { recursive: true, withFileTypes: true })) {
          const path = join(file.parentPath, file.name)
          if (!file.isFile() || !worthIt.test(file.name) || path.includes('/.vite/')) continue
          const text = await fs.readFile(path)
          if (text.length < LEAST) continue
          const [small, fallback] = await Promise.all([
            br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
            gz(text, { level: 9 }),
          ])
          await Promise.all([fs.writeFile(`${path}.br`, small), fs.writeFile(`${path}.gz`, fallback)])
        }
      },
    },
  }
}
