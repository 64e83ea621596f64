import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { type Answer, post } from '@/api'

type Place = Omit<Answer<'/api/user/agent/doc/state/get', 'post'>, 'code'>

/** Delay between the last change and saving the state, in ms. */
const KEEP = 800

/** The reading position, the open panel and the pane sizes; stored by the server, for all devices. */
export function usePlace(docId: string) {
  const query = useQuery({
    queryKey: ['reading', 'place', docId],
    queryFn: () => post('/api/user/agent/doc/state/get', { docId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const now = useRef<Place | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (query.data && !now.current) {
    const { unit, offset, panel, sizes } = query.data
    now.current = { unit, offset, panel, sizes: sizes ?? [] }
  }
  const send = useCallback(
    (keepalive = false) => {
      clearTimeout(timer.current)
      timer.current = undefined
      if (now.current) {
        void post(
          '/api/user/agent/doc/state/save',
          { docId, ...now.current },
          { keepalive, quiet: true },
        ).catch(() => {})
      }
    },
    [docId],
  )
  useEffect(() => {
    const close = () => timer.current && send(true)
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      close()
    }
  }, [send])
  const keep = useCallback(
    (change: Partial<Place>) => {
      if (!now.current) return
      now.current = { ...now.current, ...change }
      clearTimeout(timer.current)
      timer.current = setTimeout(send, KEEP)
    },
    [send],
  )
  return { query, start: query.data, keep }
}
