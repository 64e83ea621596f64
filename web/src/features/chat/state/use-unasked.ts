import { useEffect, useRef } from 'react'
import { forgetUnasked, isUser, noteUnasked, unasked, useSession } from '@/features/session'
import { drafts } from './draft'

/** If the page is closed before the server has accepted a question, puts the question and its files into the draft. */
export function keepUnasked(
  taken: Promise<boolean>,
  draftId: string,
  path: string,
  text: string,
  restoreFiles: () => void,
) {
  const keep = () => {
    drafts.set(draftId, text)
    drafts.write()
    restoreFiles()
    noteUnasked(path)
  }
  addEventListener('pagehide', keep)
  void taken.finally(() => removeEventListener('pagehide', keep))
}

/**
 * If the user is logged in, asks the question kept before the login, once its text and files are restored.
 */
export function useUnasked(
  path: string,
  draftId: string,
  ready: boolean,
  hasFiles: () => boolean,
  send: (text: string) => void,
): void {
  const sure = useSession((s) => s.sure)
  const user = useSession((s) => isUser(s.who))
  const latest = useRef({ send, hasFiles })
  latest.current = { send, hasFiles }
  useEffect(() => {
    if (!sure || !ready || unasked() !== path) return
    forgetUnasked()
    const text = drafts.get(draftId)
    if (user && (text || latest.current.hasFiles())) latest.current.send(text)
  }, [sure, user, ready, path, draftId])
}
