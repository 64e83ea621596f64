import { create } from 'zustand'
import { type Answer, get } from '@/api'
import { slot } from '@/lib/slot'
import { onStorage, storage } from '@/lib/storage'

/** Who the page works for, as far as pages show it. */
export type Who = Pick<Answer<'/api/getuserinfo', 'get'>, 'userId' | 'name' | 'avatar' | 'role' | 'status'>

const nobody: Who = { userId: '', name: '', avatar: '', role: 0, status: 0 }

/** What a person is asked for right now; done tells how it ended. */
export interface Asking {
  what: 'login' | 'proof'
  /** Of a login: somebody was logged in here, and that is over. */
  expired: boolean
  done: (ok: boolean) => void
}

interface SessionState {
  who: Who
  /** Whether the server has said who it is; before that the last visit is shown. */
  sure: boolean
  asking: Asking | null
  /** Somebody has asked a question since the page was opened. */
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
/** The id of the user who was here last, also after their login has ended. */
const LAST = 'lastUser'

export const useSession = create<SessionState>(() => ({
  who: remembered(),
  sure: false,
  asking: null,
  asked: false,
}))

export const isUser = (who: Who) => who.status === 1

/** Asks the server who it is, and remembers a user's name for the next visit. */
export async function refreshWho(): Promise<Who> {
  const { userId, name, avatar, role, status } = await get('/api/getuserinfo')
  const who = { userId, name, avatar, role, status }
  if (isUser(who)) {
    // What the last user left here when their login ended is not the next one's.
    if (![who.userId, null].includes(storage.get(LAST))) forgetTraces()
    storage.set(LAST, userId)
    storage.set(KEY, JSON.stringify(who))
  } else storage.remove(KEY)
  useSession.setState({ who, sure: true })
  return who
}

/** Another tab logged in or out. */
export const onOtherTab = (changed: () => void) => onStorage(KEY, changed)

function ask(what: Asking['what'], expired = false): Promise<boolean> {
  const before = useSession.getState().asking
  return new Promise((done) => {
    // A second wish for the same joins the first.
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

/** Shows the login; true when somebody is logged in behind it. False at once where the host logs people in. */
export const askLogin = (expired = false): Promise<boolean> =>
  slot('loginModal').visible ? ask('login', expired) : Promise.resolve(false)

/** A question was taken: a visitor may be offered a login now, once for each time the page is opened. */
export const noteAsked = () => useSession.setState({ asked: true })

/** Lets the person prove once more who they are. */
export const askProof = () => ask('proof')

/** What another person must not find in this browser: drafts, names, places. The look of the page stays. */
export function forgetTraces(): void {
  const ids = JSON.parse(storage.get('drafts') ?? '[]') as unknown
  if (Array.isArray(ids)) for (const id of ids) storage.remove(`draft.${id}`)
  for (const key of ['drafts', 'files', 'model', 'viewer.positions', 'search.recent', KEY, LAST])
    storage.remove(key)
}
