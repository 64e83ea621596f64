import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { lengthOf, resultsOf } from './calls'
import { PictureGrid } from './grid'
import { LargeView } from './large-view'

const one = (n: number, more: object = {}) => ({
  title: `图 ${n}`,
  url: `https://a.cn/${n}`,
  site: 'a.cn',
  icon: '',
  picture: `/api/image/picture/p${n}`,
  thumb: `/api/image/picture/t${n}`,
  width: 640,
  height: 480,
  seconds: 0,
  published: 0,
  ...more,
})

const show = (part: React.ReactNode) =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
    </I18nProvider>,
  )

afterEach(() => vi.restoreAllMocks())

describe('pictures that were found', () => {
  it('knows addresses and lengths', () => {
    expect(resultsOf('西 湖')).toBe('/image-search-result?q=%E8%A5%BF+%E6%B9%96')
    expect(resultsOf('a&b', 'video')).toBe('/image-search-result?q=a%26b&type=video')
    expect([lengthOf(5), lengthOf(65), lengthOf(3723)]).toEqual(['0:05', '1:05', '1:02:03'])
  })

  it('come from our own server, and one that is not there leaves its place', () => {
    show(<PictureGrid list={[one(1, { seconds: 65 })]} onOpen={() => {}} />)
    const img = document.querySelector('img')!
    expect(img.getAttribute('src')).toBe('/api/image/picture/t1')
    expect(screen.getByText('1:05')).toBeTruthy()
    fireEvent.error(img)
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getByText('图 1')).toBeTruthy()
  })

  it('opens large, goes on by arrow keys, and leads to its page', async () => {
    const move = vi.fn()
    show(<LargeView list={[one(1), one(2)]} at={0} onMove={move} onClose={() => {}} />)
    const dialog = await screen.findByRole('dialog')
    const img = within(dialog).getByRole('img', { name: '图 1' })
    expect(img.getAttribute('src')).toBe('/api/image/picture/p1')
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe('https://a.cn/1')
    fireEvent.keyDown(within(dialog).getByRole('link'), { key: 'ArrowLeft' })
    fireEvent.keyDown(within(dialog).getByRole('link'), { key: 'ArrowRight' })
    expect(move.mock.calls).toEqual([[1]])
    fireEvent.error(img)
    await waitFor(() =>
      expect(within(dialog).getByRole('img', { name: '图 1' }).getAttribute('src')).toBe(
        '/api/image/picture/t1',
      ),
    )
    fireEvent.error(within(dialog).getByRole('img', { name: '图 1' }))
    expect(within(dialog).queryByRole('img', { name: '图 1' })).toBeNull()
  })
})
