import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { storage } from '@/lib/storage'
import { activateLocale, i18n, locales, matchLocale, setLocale, t } from '.'

const names = readdirSync('src/i18n/locales/zh-CN').map((file) => file.replace('.json', ''))

const read = (locale: string, name: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/i18n/locales/${locale}/${name}.json`, 'utf8'))
const slots = (text: string) => [...new Set(text.match(/\{\w+(?=\s*[,}])/g))].sort()

describe.each(names)('catalogue %s', (name) => {
  const source = read('zh-CN', name)

  it.each(locales)('%s has every id, none empty and none of its own', (locale) => {
    const texts = read(locale, name)
    expect(Object.keys(texts).sort()).toEqual(Object.keys(source).sort())
    expect(Object.entries(texts).filter(([, text]) => !text.trim())).toEqual([])
  })

  it.each(locales)('%s fills the same slots', (locale) => {
    for (const [id, text] of Object.entries(read(locale, name))) {
      expect([id, slots(text)]).toEqual([id, slots(source[id]!)])
    }
  })

  it('gives Taiwan its own words', () => {
    const wrong = Object.entries(read('zh-TW', name)).filter(([, text]) =>
      /軟件|網絡(?!異常)|登錄|設置|默認|信息|[个为这没设样时还来们对话开关键录软页错误删标发]/.test(text),
    )
    expect(wrong).toEqual([])
  })
})

it('has every id that the source uses', () => {
  const ids = new Set(names.flatMap((name) => Object.keys(read('zh-CN', name))))
  const used = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(/\bt\(\s*'([\w.-]+)'/g)])
    .map((m) => m[1]!)
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter((id) => !ids.has(id))).toEqual([])
})

it.each([
  ['zh-CN', 'zh-CN'],
  ['zh', 'zh-CN'],
  ['zh-Hant-HK', 'zh-TW'],
  ['zh-TW', 'zh-TW'],
  ['en-GB', 'en'],
  ['fr', null],
  ['', null],
])('the nearest language to %s is %s', (tag, want) => expect(matchLocale(tag)).toBe(want))

it('shows each language and says so to the page', async () => {
  for (const [locale, want] of [
    ['en', '3 selected'],
    ['zh-TW', '已選 3 個'],
    ['zh-CN', '已选 3 个'],
  ] as const) {
    await activateLocale(locale)
    expect(t('conversation.chosen', { count: 3 })).toBe(want)
    expect(document.documentElement.lang).toBe(locale)
    expect(i18n.locale).toBe(locale)
  }
})

it('tells the server a choice, also one of an earlier visit, and nothing else', async () => {
  const told = () => /wenqu\.locale=([\w-]+)/.exec(document.cookie)?.[1]
  await activateLocale('en')
  expect(told()).toBeUndefined()
  await setLocale('zh-TW')
  expect(told()).toBe('zh-TW')
  storage.set('locale', 'zh-CN')
  await activateLocale('zh-CN')
  expect(told()).toBe('zh-CN')
})
