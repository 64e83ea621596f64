import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import words from '@/i18n/locales/zh-CN/admin.json'
import { tabs } from './tabs'

it('is described in docs/admin.md, every page', () => {
  const docs = readFileSync(resolve(import.meta.dirname, '../../../../docs/admin.md'), 'utf8')
  const missing = tabs
    .map(({ label }) => words[label as keyof typeof words])
    .filter((name) => !docs.includes(`| ${name} |`))
  expect(missing).toEqual([])
})
