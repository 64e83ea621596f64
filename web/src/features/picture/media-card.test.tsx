import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { activateLocale, addCatalogue, i18n } from '@/i18n'
import { MediaCard, mediaOf } from './media-card'

beforeAll(async () => {
  await activateLocale('zh-CN')
  await addCatalogue('picture')
})

const west = {
  kind: 'image',
  title: '西湖',
  site: '杭州网',
  url: 'https://hz.example/1',
  thumb: '/api/web/picture/abc',
}

it('leads from a picture to its page, and names it for those who do not see it', () => {
  render(
    <I18nProvider i18n={i18n}>
      <MediaCard
        card={{
          data: {
            items: [west, { ...west, kind: 'video', title: '断桥', url: 'https://v.example/2', seconds: 65 }],
          },
        }}
      />
    </I18nProvider>,
  )
  const link = screen.getByRole('link', { name: /^西湖\s*杭州网$/ })
  expect(link.getAttribute('href')).toBe('https://hz.example/1')
  expect(link.getAttribute('rel')).toContain('noreferrer')
  expect(screen.getByRole('link', { name: /断桥\s*视频.*杭州网/ }).textContent).toContain('1:05')
  fireEvent.error(screen.getByAltText('西湖'))
  expect(screen.queryByAltText('西湖')).toBeNull()
  expect(screen.getByRole('link', { name: /^西湖\s*杭州网$/ })).toBeTruthy()
})

it('shows nothing that is loaded from elsewhere or leads to no page', () => {
  for (const bad of [
    { ...west, thumb: 'https://tracker.example/pixel.png' },
    { ...west, thumb: '//tracker.example/x' },
    { ...west, url: 'javascript:alert(1)' },
    { ...west, title: 7 },
    null,
  ])
    expect(mediaOf({ items: [bad] })).toEqual([])
  expect(mediaOf(undefined)).toEqual([])
  expect(mediaOf({ items: [west] })).toHaveLength(1)
})
