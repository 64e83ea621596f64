import { useEffect, useRef } from 'react'
import { forgetUnasked, isUser, noteUnasked, unasked, useSession } from '@/features/session'
import { drafts } from './draft'

/** Keeps a question that nobody has taken yet when its page goes away: its text is a draft again. */
export function keepUnasked(
  taken: Promise<boolean>,
  draftId: string,
  path: string,
  text: string,
  giveBack: () => void,
) {
  const keep = () => {
    drafts.set(draftId, text)
    drafts.write()
    giveBack()
    noteUnasked(path)
  }
  addEventListener('pagehide', keep)
  void taken.finally(() => removeEventListener('pagehide', keep))
}

/** Asks the question that waited for a login, once somebody is logged in and its text and files are back. */
export function useUnasked(
  path: string,
  draftId: string,
  ready: boolean,
  send: (text: string) => void,
): void {
  const sure = useSession((s) => s.sure)
  const user = useSession((s) => isUser(s.who))
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (!sure || !ready || unasked() !== path) return
    forgetUnasked()
    const text = drafts.get(draftId)
    if (user && text) latest.current(text)
  }, [sure, user, ready, path, draftId])
}
