import { create } from 'zustand'
import { type Answer, get } from '@/api'
import { slot } from '@/lib/slot'
import { onStorage, storage } from '@/lib/storage'

/** The user data displayed by pages. */
export type Who = Pick<Answer<'/api/getuserinfo', 'get'>, 'userId' | 'name' | 'avatar' | 'role' | 'status'>

const nobody: Who = { userId: '', name: '', avatar: '', role: 0, status: 0 }

/** The dialog that is currently needed; `done` receives the result. */
export interface Asking {
  what: 'login' | 'proof'
  /** For a login: whether an earlier login has expired. */
  expired: boolean
  done: (ok: boolean) => void
}

interface SessionState {
  who: Who
  /** Whether the server has confirmed the identity; until then the identity of the last visit is shown. */
  sure: boolean
  asking: Asking | null
  /** Whether a question has been asked since the page was opened. */
  asked: boolean
}

function remembered(): Who {
  try {
    const kept = JSON.parse(storage.get(KEY) ?? 'null') as Partial<Who> | null
    return kept?.status === 1 ? { ...nobody, ...kept } : nobody
  } catch {
    return nobody
  }
}

const KEY = 'who'
/** The id of the last logged-in user. It is kept when a login expires, until `forgetTraces` deletes it. */
const LAST = 'lastUser'

export const useSession = create<SessionState>(() => ({
  who: remembered(),
  sure: false,
  asking: null,
  asked: false,
}))

export const isUser = (who: Who) => who.status === 1

/** Requests the identity from the server, and stores a logged-in user for the next visit. */
export async function refreshWho(): Promise<Who> {
  const { userId, name, avatar, role, status } = await get('/api/getuserinfo')
  const who = { userId, name, avatar, role, status }
  if (isUser(who)) {
    // Data of the previous user in this browser is deleted.
    if (![who.userId, null].includes(storage.get(LAST))) forgetTraces()
    storage.set(LAST, userId)
    storage.set(KEY, JSON.stringify(who))
  } else storage.remove(KEY)
  useSession.setState({ who, sure: true })
  return who
}

/** Calls `changed` when another tab stores or removes the logged-in user, for example after a login or logout. */
export const onOtherTab = (changed: () => void) => onStorage(KEY, changed)

function ask(what: Asking['what'], expired = false): Promise<boolean> {
  const before = useSession.getState().asking
  // Only one dialog is shown: a request for another dialog ends the earlier request without success.
  if (before && before.what !== what) before.done(false)
  return new Promise((done) => {
    // If the same dialog is already requested, both requests get its result.
    const tell = before?.what === what ? before.done : () => {}
    const asking: Asking = {
      what,
      expired,
      done: (ok) => {
        if (useSession.getState().asking === asking) useSession.setState({ asking: null })
        tell(ok)
        done(ok)
      },
    }
    useSession.setState({ asking })
  })
}

/**
 * Shows the login dialog; resolves to whether somebody logged in. False immediately if the page has no login dialog,
 * for example because the host application manages logins.
 */
export const askLogin = (expired = false): Promise<boolean> =>
  slot('loginModal').visible ? ask('login', expired) : Promise.resolve(false)

/** Records that a question was accepted: a visitor may then be offered a login, once per page load. */
export const noteAsked = () => useSession.setState({ asked: true })

/** Asks the user to prove their identity again. */
export const askProof = () => ask('proof')

/** Deletes a user's data from this browser, such as drafts and positions in files. Display settings are kept. */
export function forgetTraces(): void {
  storage.removeAll('draft.') // also a draft that is missing in the list of drafts
  for (const key of ['drafts', 'files', 'model', 'viewer.positions', 'search.recent', KEY, LAST])
    storage.remove(key)
}
