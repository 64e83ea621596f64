import { useQuery } from '@tanstack/react-query'
import { get } from '@/api'

/** Returns a function from the code of a feedback reason to its name; a code without a name stays unchanged. */
export function useReasons(): (code: string) => string {
  const { data } = useQuery({ queryKey: ['admin', 'reasons'], queryFn: () => get('/api/info/general') })
  const { textToText = [], textToImage = [] } = data?.feedbackCodeConfigV2 ?? {}
  const names = Object.assign({}, ...[...textToText, ...textToImage].map((g) => g.codeMap)) as Record<
    string,
    string
  >
  return (code) => names[code] ?? code
}
