import { afterEach, expect, it, vi } from 'vitest'

const file = './locales/zh-CN/favorite.json?lingui'
afterEach(() => {
  vi.doUnmock(file)
  vi.resetModules()
})

it('a catalogue that could not be fetched is fetched again', async () => {
  const { addCatalogue, t, i18n } = await import('.')
  i18n.loadAndActivate({ locale: 'zh-CN', messages: {} })
  vi.doMock(file, () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  await expect(addCatalogue('favorite')).rejects.toThrow()
  vi.doMock(file, () => ({ messages: { 'favorite.title': '收藏' } }))
  await addCatalogue('favorite')
  expect(t('favorite.title')).toBe('收藏')
})

it('everybody waits for a catalogue that is being fetched', async () => {
  const { addCatalogue, t, i18n } = await import('.')
  i18n.loadAndActivate({ locale: 'zh-CN', messages: {} })
  let arrive: (file: object) => void = () => {}
  const fetched = vi.fn(() => new Promise<object>((resolve) => (arrive = resolve)))
  vi.doMock(file, fetched)
  const first = addCatalogue('favorite')
  const second = addCatalogue('favorite').then(() => t('favorite.title'))
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  arrive({ messages: { 'favorite.title': '收藏' } })
  expect(await second).toBe('收藏')
  await first
})
