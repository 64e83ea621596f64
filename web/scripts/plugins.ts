import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Writes .vite/packages.json: the npm packages in each chunk, for scripts/size.mjs and tools/sbom. */
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

/** The languages of the catalogues. */
const LOCALES = readdirSync(new URL('../src/i18n/locales', import.meta.url))

/**
 * Writes preload.json. For each address, the file lists the chunks of the page that are not yet in index.html:
 * the chunks for all languages under "", and the chunks of the catalogues under their language. The server writes links
 * to these chunks into index.html, so that the browser fetches them together with the app.
 */
export function listPreloads(modules: Readonly<Record<string, readonly string[]>>): Plugin {
  const root = new URL('..', import.meta.url).pathname
  return {
    name: 'list-preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const chunkOf = (id: string) => {
        const chunk =
          chunks.find((c) => c.facadeModuleId === root + id) ??
          chunks.find((c) => c.moduleIds.includes(root + id))
        return chunk?.fileName ?? this.error(`No chunk holds ${id}: run make gen.`)
      }
      const withImports = (files: readonly string[], known = new Set<string>()): Set<string> => {
        for (const file of files) {
          const chunk = bundle[file]
          if (known.has(file) || chunk?.type !== 'chunk') continue
          known.add(file)
          withImports(chunk.imports, known)
        }
        return known
      }
      const first = withImports([chunkOf('index.html')])
      const needed = (ids: readonly string[]) =>
        [...withImports(ids.map(chunkOf))].filter((file) => !first.has(file))
      const preloads = Object.entries(modules).map(([path, ids]) => {
        const words = ids.filter((id) => id.includes('*'))
        return [
          path,
          {
            '': needed(ids.filter((id) => !words.includes(id))),
            ...Object.fromEntries(LOCALES.map((l) => [l, needed(words.map((id) => id.replace('*', l)))])),
          },
        ]
      })
      this.emitFile({
        type: 'asset',
        fileName: 'preload.json',
        source: JSON.stringify(Object.fromEntries(preloads)),
      })
    },
  }
}

/** Keeps only the WOFF2 files of KaTeX's fonts, which all supported browsers can read. */
export function formulaFonts(): Plugin {
  return {
    name: 'formula-fonts',
    enforce: 'pre',
    transform(code, id) {
      if (!/katex(\.min)?\.css$/.test(id)) return null
      return code.replace(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\("\w+"\)/g, '')
    },
  }
}

/**
 * The folders with files that pdf.js fetches when a PDF needs them. The pattern of a folder matches the files to copy.
 */
const PDF_FOLDERS: Record<string, RegExp> = {
  cmaps: /./,
  iccs: /./,
  standard_fonts: /./,
  // Decoders of pictures and colours. Scripts inside PDF files are never run, so the script engine is left out.
  wasm: /^(jbig2|openjpeg|qcms_bg)\.wasm$|^LICENSE_/,
}

/**
 * Copies the files in PDF_FOLDERS beside the app, in a folder whose name contains the version of pdf.js. The
 * development server serves them from the package. They are fetched one by one when a PDF needs them.
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

const BARREL = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

/**
 * Returns a function that assigns modules to chunks: `roots` and the modules that they import to the chunk `name`, and
 * any other module to no fixed chunk (null). So the chunk `name` does not grow with every new page.
 */
export function reachedFrom(
  name: string,
  roots: string[],
): (id: string, graph: Rolldown.ChunkingContext) => string | null {
  let first: Set<string> | undefined
  return (id, graph) => {
    first ??= reached(graph, roots)
    return first.has(id) ? name : null
  }
}

/**
 * The roots and all modules that they import statically, directly or indirectly. Of the icon library,
 * only the icons named in imports count.
 */
function reached(graph: Rolldown.ChunkingContext, roots: string[]): Set<string> {
  const seen = new Set<string>()
  const named = new Set<string>()
  let barrel = ''
  const visit = (ids: readonly string[]) => {
    const todo = [...ids]
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      if (BARREL.test(id)) {
        barrel = id
        continue
      }
      const info = graph.getModuleInfo(id)
      for (const m of (info?.code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)) {
        for (const name of m[1]!.split(',')) named.add(name.trim().split(/\s+as\s+/)[0]!)
      }
      todo.push(...(info?.importedIds ?? []))
    }
  }
  visit(roots)
  const list = barrel ? readFileSync(barrel, 'utf8') : ''
  for (const m of list.matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
    const names = m[1]!.split(',').map(
      (n) =>
        n
          .trim()
          .split(/\s+as\s+/)
          .at(-1)!,
    )
    if (names.some((n) => named.has(n))) visit([join(dirname(barrel), m[2]!)])
  }
  return seen
}
