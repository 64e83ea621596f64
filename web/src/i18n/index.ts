import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import { storage } from '@/lib/storage'
import type { Catalogues } from './catalogues.gen'

/**
 * The catalogues: app and chat are loaded with the first page; every other catalogue is loaded with
 * the parts of the app that need it.
 */
export type Catalogue = keyof Catalogues

/** Every translation key, taken from the zh-CN catalogues. */
export type MessageId = { [K in Catalogue]: keyof Catalogues[K] }[Catalogue]
export type Values = Record<string, unknown>

export const locales = ['zh-CN', 'zh-TW', 'en'] as const
export type Locale = (typeof locales)[number]

/** Names of the languages, each in its own language. */
export const localeNames: Record<Locale, string> = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', en: 'English' }

/** The supported language that is nearest to a BCP 47 tag; null if no supported language fits. */
export function matchLocale(tag: string): Locale | null {
  const t = tag.toLowerCase()
  if (/^zh\b.*\b(tw|hk|mo|hant)\b/.test(t)) return 'zh-TW'
  if (/^zh\b/.test(t)) return 'zh-CN'
  if (/^en\b/.test(t)) return 'en'
  return null
}

/** The user's choice, otherwise the browser's language, otherwise zh-CN. */
export function preferredLocale(): Locale {
  const tags = [storage.get('locale') ?? '', ...navigator.languages]
  for (const tag of tags) {
    const found = matchLocale(tag)
    if (found) return found
  }
  return 'zh-CN'
}

const files = import.meta.glob<{ messages: Record<string, string> }>('./locales/*/*.json', {
  query: '?lingui',
})
/** The catalogues in use; a catalogue's promise is resolved when the catalogue is loaded. */
const wanted = new Map<Catalogue, Promise<void>>([
  ['app', Promise.resolve()],
  ['chat', Promise.resolve()],
])

const read = async (locale: Locale, names: Iterable<Catalogue>): Promise<Record<string, string>> => {
  const parts = await Promise.all([...names].map((name) => files[`./locales/${locale}/${name}.json`]!()))
  return Object.assign({}, ...parts.map((p) => p.messages))
}

/** Loads and activates a language. A language is loaded only when it is needed. */
export async function activateLocale(locale: Locale): Promise<void> {
  i18n.load(locale, await read(locale, wanted.keys()))
  i18n.activate(locale)
  document.documentElement.lang = locale
  if (storage.get('locale') === locale) tellServer(locale)
}

/** Stores the language in a cookie as well, so that the server links its catalogues in the next page. */
function tellServer(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore API needs HTTPS.
  document.cookie = `wenqu.locale=${locale}; path=/; max-age=31536000; samesite=lax`
}

/**
 * Adds a feature's catalogue, in the current language and in languages selected later. After a failure, the next call
 * fetches the catalogue again.
 */
export function addCatalogue(name: Catalogue): Promise<void> {
  const known = wanted.get(name)
  if (known) return known
  const locale = (i18n.locale as Locale) || preferredLocale() // when the app starts, no language is active yet
  const adding = read(locale, [name]).then(
    (messages) => i18n.load(locale, messages),
    (error) => {
      wanted.delete(name)
      throw error
    },
  )
  wanted.set(name, adding)
  return adding
}

/** Loads a part of the app together with its catalogue: for routes and lazy components. */
export function withCatalogue<T>(name: Catalogue, load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), addCatalogue(name)]))[0]
}

/** Switches to another language and stores the choice. */
export async function setLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  storage.set('locale', locale)
  tellServer(locale)
}

/** The text for a translation key in the current language, for code outside of React. */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, values)
}

/** The function t for components, which are rendered again when the language changes. */
export function useT(): (id: MessageId, values?: Values) => string {
  const { i18n } = useLingui()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the i18n object stays the same; its locale changes.
  return useCallback((id, values) => i18n._(id, values), [i18n, i18n.locale])
}

export function useLocale(): Locale {
  return useLingui().i18n.locale as Locale
}

export { i18n }
