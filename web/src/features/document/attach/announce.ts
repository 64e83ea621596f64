import { useEffect, useRef, useState } from 'react'
import { type MessageId, useT } from '@/i18n'
import type { Item, Phase } from '../upload/engine'

/** Announcements for phases of a file; other phases are not announced. */
const words: Partial<Record<Phase, MessageId>> = {
  uploading: 'document.said.uploading',
  ready: 'document.said.ready',
  stored: 'document.said.stored',
  failed: 'document.said.failed',
}

/** The text for screen readers about files in a new phase. It stays until the next announcement. */
export function useAnnouncement(items: readonly Item[]): string {
  const t = useT()
  const [said, setSaid] = useState('')
  const before = useRef(new Map<string, Phase>())
  useEffect(() => {
    const news: string[] = []
    for (const item of items) {
      const word = before.current.get(item.key) === item.phase ? undefined : words[item.phase]
      if (word) news.push(t(word, { name: item.name, error: item.error }))
    }
    before.current = new Map(items.map((item) => [item.key, item.phase]))
    if (news.length) setSaid(news.join(' '))
  }, [items, t])
  return said
}
