import { useQuery } from '@tanstack/react-query'
import { type Answer, post } from '@/api'
import { useLocale } from '@/i18n'

export type Found = Answer<'/api/image/search', 'post'>['data']
export type Picture = Found['list'][number]
export type PictureKind = 'image' | 'video'

/** Pictures or videos that match a query. */
export function usePictures(query: string, type: PictureKind) {
  const locale = useLocale()
  return useQuery({
    queryKey: ['pictures', query, type, locale],
    queryFn: async ({ signal }) => (await post('/api/image/search', { query, type }, { signal })).data,
    enabled: query !== '',
    staleTime: 5 * 60_000,
    retry: false,
  })
}

/** The address of the results of a query. */
export const resultsOf = (query: string, type: PictureKind = 'image') =>
  `/image-search-result?${new URLSearchParams(type === 'image' ? { q: query } : { q: query, type })}`

/** Formats a duration such as 1:05 or 1:02:03. */
export function lengthOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts
    .slice(parts[0] ? 0 : 1)
    .map((n, i) => (i ? String(n).padStart(2, '0') : String(n)))
    .join(':')
}
