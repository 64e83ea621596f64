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
