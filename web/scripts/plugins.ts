import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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

/** Folders of pdf.js that it fetches from when a file needs them, and what of each is taken. */
const PDF_FOLDERS: Record<string, RegExp> = {
  cmaps: /./,
  iccs: /./,
  standard_fonts: /./,
  // Decoders of pictures. Scripts inside PDF files are never run, so their engine stays out.
  wasm: /^(jbig2|openjpeg|qcms_bg)\.wasm$|^LICENSE_/,
}

/**
 * Copies the character maps, fonts and decoders of pdf.js beside the app, under
 * a name that changes with its version. They are fetched one by one when a file
 * needs them.
 */
export function pdfFiles(): Plugin {
  const require = createRequire(import.meta.url)
  const home = dirname(require.resolve('pdfjs-dist/package.json'))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const base = `assets/pdfjs-${version}`
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const [folder, wanted] of Object.entries(PDF_FOLDERS)) {
        for (const name of readdirSync(join(home, folder)).filter((n) => wanted.test(n))) {
          const source = readFileSync(join(home, folder, name))
          this.emitFile({ type: 'asset', fileName: `${base}/${folder}/${name}`, source })
        }
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (req, res, next) => {
        const [, folder = '', name = ''] = (req.url ?? '').split('?')[0]!.split('/')
        if (!PDF_FOLDERS[folder]?.test(name) || !readdirSync(join(home, folder)).includes(name)) return next()
        res.end(readFileSync(join(home, folder, name)))
      })
    },
  }
}
