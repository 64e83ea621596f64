import { useQuery } from '@tanstack/react-query'
import { type Answer, post } from '@/api'
import { useLocale } from '@/i18n'

export type Suggestion = Answer<'/api/inputguide/search/create', 'post'>['data']['list'][number]

/** Suggested questions for a text being typed. */
export const getSuggestions = async (
  query: string,
  isTemporary: boolean,
  signal: AbortSignal,
): Promise<Suggestion[]> =>
  (await post('/api/inputguide/search/create', { query, isTemporary }, { signal })).data.list

/** The operator's questions and their groups in the current language. */
export function useGoodQuestions() {
  const locale = useLocale()
  return useQuery({
    queryKey: ['goodQuestions', locale],
    queryFn: async ({ signal }) => (await post('/api/discovery/goodquestionrec', {}, { signal })).data,
    staleTime: 60_000,
  })
}
