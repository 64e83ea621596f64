import { useQuery } from '@tanstack/react-query'
import { type Bodies, closeGate, get, type LoginAnswer, type LoginConfig, openGate, post } from '@/api'
import { refreshWho } from '@/features/session'

/** How long the login configuration may take, in ms. */
const CONFIG_TIMEOUT = 1000

/** What counts while the server does not say: a phone number and a code, with a puzzle before. */
export const defaultConfig: LoginConfig = {
  methods: [{ type: 'phone', rank: 1, name: '', qr: false, inApp: false }],
  captcha: true,
  captchaKinds: ['slide'],
  captchaType: 9,
  v: 1,
  codeDigits: 6,
  codeResend: 60,
  codeOnTerminal: false,
  leaveDays: 15,
  middleHosts: [],
  passAnonCheckLogin: true,
  registration: true,
  scan: false,
  showLoginModalWhenAnonAsk: false,
  team: false,
}

/** How one can log in here; the default when the server is late. */
export function useLoginConfig(): LoginConfig | undefined {
  return useQuery({
    queryKey: ['account', 'config'],
    queryFn: () =>
      get('/api/v5/accountLogic/login/config', { timeout: CONFIG_TIMEOUT }).then(
        (a) => a.data,
        () => defaultConfig,
      ),
    staleTime: 60_000,
  }).data
}

/** Does something that changes who is here: other calls wait meanwhile, so that none goes out as the person before. */
async function becoming(act: () => Promise<LoginAnswer>): Promise<LoginAnswer> {
  closeGate()
  try {
    const answer = await act()
    if (answer.status === 1) await refreshWho()
    return answer
  } finally {
    openGate()
  }
}

export const logIn = (body: Bodies['/api/joint/login']) => becoming(() => post('/api/joint/login', body))

/** Takes up an account again that was given up. */
export const takeUp = (ticket: string) => becoming(() => post('/api/joint/register', { ticket }))

/** A login at a provider that a page of ours comes back from; kept in this tab until then. */
export interface Leaving {
  app: string
  scene: 'login' | 'bind' | 'safe'
  /** Of a proof: which one it is for. */
  safeVerifyCode?: string
  /** The page to show afterwards. */
  back: string
}

const key = (state: string) => `wenqu.oauth.${state}`

/** Goes to a provider to log in, bind or prove; the page /oauth takes what comes back. */
export async function depart(leaving: Leaving, phone: boolean): Promise<void> {
  const { data } = await post('/api/oneid/authorization', {
    app: leaving.app,
    scene: leaving.scene,
    redirectUri: `${location.origin}/oauth`,
    pageHint: phone ? 'h5' : 'pc',
    back: leaving.back,
    inApp: /MicroMessenger/i.test(navigator.userAgent),
  })
  sessionStorage.setItem(key(data.state), JSON.stringify(leaving))
  location.assign(data.url)
}

/** What this tab left for, by the state that came back; only once. */
export function arrived(state: string): Leaving | null {
  try {
    const kept = sessionStorage.getItem(key(state))
    sessionStorage.removeItem(key(state))
    return kept ? (JSON.parse(kept) as Leaving) : null
  } catch {
    return null
  }
}
