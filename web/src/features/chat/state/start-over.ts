import type { ApiError } from '@/api'
import { drafts } from './draft'

type Files = Pick<typeof import('@/features/document'), 'restore' | 'restoreFiles' | 'take'>

/** The server's codes for a conversation that was deleted, and for one that it does not find. */
const GONE: readonly string[] = ['21000', '20004']

/** Whether a request failed because its conversation no longer exists, for example because another tab deleted it. */
export function isGone(error: ApiError): boolean {
  return GONE.includes(error.code)
}

/** Moves the text and the files of a draft to another draft, before those that are there. */
export function moveDraft(from: string, to: string, files: Files | undefined): void {
  drafts.set(to, [drafts.get(from), drafts.get(to)].filter(Boolean).join('\n'))
  drafts.set(from, '')
  drafts.write()
  if (!files) return
  files.restore(to)
  files.restoreFiles(to, files.take(from))
}
