// Runs the routes of the app outside a browser, to learn which modules each page loads.
import { JSDOM } from 'jsdom'
import { createServer, createServerModuleRunner } from 'vite'
import { ESModulesEvaluator, ssrDynamicImportKey } from 'vite/module-runner'

/** The key of the modules that are loaded with every page. */
const EVERY = '*'
/** The global variables of a browser that are used by modules at load time. */
const BROWSER = ['window', 'document', 'location', 'navigator']
const CATALOGUE = /^(src\/i18n\/locales\/)[^/]+/

/**
 * Maps the path of each route to the modules that its page imports dynamically before it is shown. The key "*" has the
 * modules that are loaded with every page. In the path of a catalogue, "*" stands for the language.
 */
export async function pageModules() {
  const { window } = new JSDOM('', { url: 'http://localhost/' })
  for (const name of BROWSER)
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
  const server = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    logLevel: 'warn',
  })
  const seen = new Set()
  class Recorder extends ESModulesEvaluator {
    runInlinedModule(context, code, module) {
      const load = context[ssrDynamicImportKey]
      context[ssrDynamicImportKey] = (id, ...rest) => {
        seen.add(id.slice(1).replace(CATALOGUE, '$1*'))
        return load(id, ...rest)
      }
      return super.runInlinedModule(context, code, module)
    }
  }
  const runner = createServerModuleRunner(server.environments.ssr, { hmr: false, evaluator: new Recorder() })
  /** The modules imported by `load`. Each `load` gets a new app, because an app imports a module only once. */
  const modulesOf = async (load) => {
    runner.clearCache()
    const app = await runner.import('/src/app/routes.tsx')
    seen.clear()
    await load(app)
    return [...seen].sort()
  }
  try {
    const { routes } = await runner.import('/src/app/routes.tsx')
    const found = {
      [EVERY]: await modulesOf(async () => {
        const [shell, i18n] = await Promise.all([
          runner.import('/src/features/shell/index.ts'),
          runner.import('/src/i18n/index.ts'),
        ])
        shell.loadShell()
        await i18n.activateLocale('zh-CN')
      }),
    }
    for (const [i, { path }] of routes.entries()) found[path] = await modulesOf((app) => app.routes[i].load())
    return found
  } finally {
    await server.close()
  }
}
