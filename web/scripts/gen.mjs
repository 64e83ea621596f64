// Generates the type of all message catalogues, and the list of page addresses. The server answers
// all other addresses with 404.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const names = readdirSync('src/i18n/locales/zh-CN').map((file) => file.replace('.json', ''))
const rows = names.map((name) => `  ${name}: typeof import('./locales/zh-CN/${name}.json')\n`)
writeFileSync(
  'src/i18n/catalogues.gen.ts',
  `// Written by npm run i18n. Do not edit.\nexport interface Catalogues {\n${rows.join('')}}\n`,
)

const routes = readFileSync('src/app/routes.tsx', 'utf8')
const addresses = Array.from(routes.matchAll(/'(\/[^']*)'|`(\/[^`]*)`/g), ([, plain, template]) =>
  (plain ?? template).replace(/\$\{boot\.brand\.slug\}/, '{product}'),
)
writeFileSync(
  '../internal/httpapi/addresses.txt',
  `# The addresses of the pages. Written by npm run i18n from web/src/app/routes.tsx; do not edit.
# ":name" stands for one segment, ":name?" may be absent at the end. Every other address is
# answered with 404. A test of the page compares this list with its routes.
${[...new Set(addresses)].join('\n')}
`,
)
