import { defineConfig } from '@lingui/cli'
import type { ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-json'

/**
 * Reads the ids of `t('some.id')` calls, so that `npm run i18n` adds a new id
 * to all three catalogues. Ids are typed (src/i18n), hence plain text is enough
 * to find them.
 */
const ids: ExtractorType = {
  match: (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  extract(file, code, found) {
    // The chat page has a catalogue of its own and borrows words of the app's.
    const chat = file.includes('/features/chat/')
    for (const m of code.matchAll(/\bt\(\s*'([\w.-]+)'/g)) {
      if (m[1]!.startsWith('chat.') !== chat) continue
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
    { path: '<rootDir>/src/i18n/locales/{locale}/chat', include: ['src/features/chat'] },
    {
      path: '<rootDir>/src/i18n/locales/{locale}/app',
      include: ['src'],
      exclude: ['src/features/chat/**'],
    },
  ],
})
