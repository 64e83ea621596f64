import { readdirSync } from 'node:fs'
import { defineConfig } from '@lingui/cli'
import type { ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-json'

/**
 * Names of catalogues apart from app. Such a catalogue contains the ids that begin with its name. The name is that of a
 * feature, apart from answer: this catalogue has the texts of features/chat that are needed only for answers, and its
 * ids are added by hand. All other ids are in the catalogue app.
 */
const own = readdirSync('src/i18n/locales/zh-CN')
  .map((file) => file.replace('.json', ''))
  .filter((name) => name !== 'app')
const folder = (name: string) => `src/features/${name}`

/**
 * Reads the ids of `t('some.id')` calls, so that `npm run i18n` adds a new id to its catalogue in all three languages.
 * A call is skipped if its id belongs to a different catalogue than its file. The ids of skipped calls, and ids outside
 * of such calls, for example in tables, are added by hand.
 */
const ids: ExtractorType = {
  match: (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  extract(file, code, found) {
    const home = own.find((name) => file.includes(`/features/${name}/`)) ?? 'app'
    for (const m of code.matchAll(/\bt\(\s*'([\w.-]+)'/g)) {
      const prefix = m[1]!.split('.')[0]!
      if ((own.includes(prefix) ? prefix : 'app') !== home) continue
      const line = code.slice(0, m.index).split('\n').length
      found({ id: m[1]!, origin: [file, line] })
    }
  },
}

export default defineConfig({
  locales: ['zh-CN', 'zh-TW', 'en'],
  sourceLocale: 'zh-CN',
  format: formatter({ style: 'minimal' }),
  extractors: [ids],
  orderBy: 'messageId',
  catalogs: [
    ...own.map((name) => ({
      path: `<rootDir>/src/i18n/locales/{locale}/${name}`,
      include: [folder(name)],
    })),
    {
      path: '<rootDir>/src/i18n/locales/{locale}/app',
      include: ['src'],
      exclude: own.map((name) => `${folder(name)}/**`),
    },
  ],
})
