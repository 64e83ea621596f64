import { useQuery } from '@tanstack/react-query'
import { get } from '@/api'

/** The names of feedback reasons; a reason that no longer exists is shown as its code. */
export function useReasons(): (code: string) => string {
  const { data } = useQuery({ queryKey: ['admin', 'reasons'], queryFn: () => get('/api/info/general') })
  const { textToText = [], textToImage = [] } = data?.feedbackCodeConfigV2 ?? {}
  const names = Object.assign({}, ...[...textToText, ...textToImage].map((g) => g.codeMap)) as Record<
    string,
    string
  >
  return (code) => names[code] ?? code
}
