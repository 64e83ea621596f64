// Generates three files: the type of all message catalogues, the list of page addresses, and the list of
// modules loaded by each page. The server answers requests for other page addresses with 404.
import { readdirSync, writeFileSync } from 'node:fs'
import { pageModules } from './pages.mjs'

const names = readdirSync('src/i18n/locales/zh-CN').map((file) => file.replace('.json', ''))
const rows = names.map((name) => `  ${name}: typeof import('./locales/zh-CN/${name}.json')\n`)
writeFileSync(
  'src/i18n/catalogues.gen.ts',
  `// Written by npm run i18n. Do not edit.\nexport interface Catalogues {\n${rows.join('')}}\n`,
)

// Some paths contain the name of the product. pageModules loads the routes without boot data, so the name is wenqu.
// In both lists, the placeholder {product} replaces it.
const { '*': every, ...pages } = Object.fromEntries(
  Object.entries(await pageModules()).map(([path, modules]) => [
    path.replace(/^\/wenqu-/, '/{product}-'),
    modules,
  ]),
)
writeFileSync(
  '../internal/httpapi/addresses.txt',
  `# The addresses of the pages. Written by npm run i18n from web/src/app/routes.tsx; do not edit.
# ":name" stands for one segment, ":name?" may be absent at the end. Every other address is
# answered with 404. A test of the page compares this list with its routes.
${Object.keys(pages).join('\n')}
`,
)
writeFileSync('src/app/modules.gen.json', `${JSON.stringify({ '*': every, ...pages }, null, 2)}\n`)
