import { useEffect, useRef } from 'react'
import { asApiError } from '@/api'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { toast } from '@/ui/toast'
import { placeOf } from './place'
import { ensureChat } from './store'

/**
 * Shows the message given by the parameter `at` of the address. The parameter is then removed from the
 * address, so that the next visit begins at the end again.
 */
export function useJump(
  chatId: string | undefined,
  agentId: string,
  at: string | undefined,
  address: (chatId: string) => string,
): void {
  const t = useT()
  const latest = useRef(address)
  latest.current = address
  useEffect(() => {
    const place = placeOf(at)
    if (!chatId || !place) return
    ensureChat(chatId, agentId, 'loading')
    const jumped = import('./jump').then(({ jump }) => jump(chatId, agentId, place))
    void jumped.catch(asApiError).then((failed) => {
      void navigate(latest.current(chatId), { replace: true })
      if (failed) toast(failed === 'gone' ? t('chat.gone') : failed.message, { kind: 'warning' })
    })
  }, [chatId, agentId, at, t])
}
