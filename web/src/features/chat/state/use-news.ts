import { useEffect } from 'react'
import { useConversation, useConversationNews } from '@/features/conversation'
import { boot } from '@/lib/boot'
import { onNews } from './engine'
import { shown } from './model'
import { ensureChat } from './store'

/** Maximum length of a title in the list until the server has made a title, in characters. */
const FIRST_TITLE = 16

/**
 * Reports events of conversations to the conversation list. Temporary conversations and conversations of a
 * project are never in the list.
 */
export function useNews(): void {
  const news = useConversationNews()
  useEffect(
    () =>
      onNews((id, what) => {
        const chat = ensureChat(id, '', 'new')
        if (chat.temporary || chat.shared) return
        if (what === 'gone') {
          news.remove(id)
          void news.refresh()
        } else if (what === 'asked') {
          const asked = chat.turns[0]?.question
          const first = asked?.text || asked?.files[0]?.fileName || ''
          const title = chat.title
            ? {}
            : { title: Array.from(first.replace(/\s+/g, ' ')).slice(0, FIRST_TITLE).join('') }
          news.upsert({ id, lastRepliedAt: Date.now(), ...title })
        } else if (chat.turns.some((turn) => shown(turn.answer).message.began)) {
          void news.refresh()
        }
      }),
    [news],
  )
}

/** The title of the open conversation, empty on the home page. It is also shown in the title of the window. */
export function useTitle(cid: string, home: boolean, own: string): string {
  const row = useConversation(home ? undefined : cid)
  const title = home ? '' : (row?.title ?? own)
  useEffect(() => {
    document.title = title ? `${title} · ${boot.brand.name}` : boot.brand.name
  }, [title])
  return title
}
