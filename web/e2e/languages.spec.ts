// Pages other than conversations, in English in a wide window, and in traditional Chinese on a phone in dark mode.
// No page is wider than the window, and no translation key is shown in place of its text. The English pages contain
// no Chinese text except NAMES. axe finds nothing.
import { accessible, Person, Town } from './people'
import { expect, test } from './wenqu'

const pages = [
  ...[
    'provider',
    'usage',
    'user',
    'feedback',
    'general',
    'question',
    'word',
    'login',
    'limit',
    'notice',
    'audit',
    'system',
  ].map((tab) => `/admin/${tab}`),
  '/setting',
  '/setting/account',
  '/multi-device-manage',
  '/message',
  '/parent-verify',
  '/setting/factor',
  '/setting/api',
  '/safe/restricted-access?until=2027-01-01&reason=test',
  '/pc-middle-login',
  '/third-party/login',
  '/mine',
  '/tool/deep-reading',
]

/** Matches translation keys with these prefixes. If a translation is missing, the page shows its key. */
const IDS = /\b(admin|account|apikey|document|reading|viewer|setting|transfer|session|ui)\.[a-z]+[A-Za-z.]*\b/

/**
 * Texts that are Chinese in every language: people, providers, the product, its motto and the names
 * of languages.
 */
const NAMES = ['问渠那得清如许', '为有源头活水来', '管理员', '统一身份', '问渠', '简体中文', '繁體中文']

for (const [locale, theme, width] of [
  ['en', 'light', 1440],
  ['zh-TW', 'dark', 390],
] as const) {
  test(`every page in ${locale}, ${theme}, ${width} px`, async ({ page }) => {
    const town = await Town.build()
    try {
      const me = new Person(page, town)
      await page.goto(town.adminLink())
      await page.getByRole('button', { name: '成为管理员' }).click()
      await expect(page).toHaveURL(`${town.server.url}/setting/model`)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${town.server.url}/setting`)
      await page.getByText(locale === 'en' ? 'English' : '繁體中文', { exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      for (const path of pages) {
        await me.go(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.locator('#main .skeleton')).toHaveCount(0)
        expect(await page.locator('body').textContent(), path).not.toMatch(IDS)
        if (locale === 'en') {
          const text = (await page.locator('#main').allInnerTexts()).join()
          expect(
            text.match(/[\p{Script=Han}]+/gu)?.filter((word) => !NAMES.some((name) => name.includes(word))) ??
              [],
            path,
          ).toEqual([])
        }
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, `${path} sticks out`).toBeLessThanOrEqual(0)
        await accessible(page)
      }
    } finally {
      await town.end()
    }
  })
}
