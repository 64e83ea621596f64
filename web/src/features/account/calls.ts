import { useQuery } from '@tanstack/react-query'
import { type Bodies, closeGate, get, type LoginAnswer, type LoginConfig, openGate, post } from '@/api'
import { refreshWho } from '@/features/session'

/** How long the login configuration may take, in ms. */
const CONFIG_TIMEOUT = 1000

/**
 * Used if the login configuration cannot be fetched from the server: login by a phone number and a code, with a captcha
 * first.
 */
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

/**
 * The login configuration: undefined until the server answers, and `defaultConfig` if the call fails.
 */
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

/**
 * Runs a call that changes the logged-in user. Meanwhile all other calls wait (exceptions: api/gate.ts), so that no
 * call is sent with the old identity.
 */
async function changeUser(act: () => Promise<LoginAnswer>): Promise<LoginAnswer> {
  closeGate()
  try {
    const answer = await act()
    if (answer.status === 1) await refreshWho()
    return answer
  } finally {
    openGate()
  }
}

export const logIn = (body: Bodies['/api/joint/login']) => changeUser(() => post('/api/joint/login', body))

/** Restores an account that is waiting for its deletion. */
export const restoreAccount = (ticket: string) => changeUser(() => post('/api/joint/register', { ticket }))

/**
 * A login, binding or proof of identity that was started at a provider. This tab stores it until the provider redirects
 * back to the page.
 */
export interface ProviderLogin {
  app: string
  scene: 'login' | 'bind' | 'safe'
  /** Only for a proof of identity: the value that safeVerify/detail returned, and not a code that the user types. */
  safeVerifyCode?: string
  /** The page to show afterwards. */
  back: string
}

const key = (state: string) => `wenqu.oauth.${state}`

/** Sends the browser to a provider for a login, a binding or a proof; the page /oauth handles the return. */
export async function goToProvider(login: ProviderLogin, phone: boolean): Promise<void> {
  const { data } = await post('/api/oneid/authorization', {
    app: login.app,
    scene: login.scene,
    redirectUri: `${location.origin}/oauth`,
    pageHint: phone ? 'h5' : 'pc',
    back: login.back,
    inApp: /MicroMessenger/i.test(navigator.userAgent),
  })
  sessionStorage.setItem(key(data.state), JSON.stringify(login))
  location.assign(data.url)
}

/** Removes and returns the login stored by this tab for `state`; null if there is no readable login. */
export function takeProviderLogin(state: string): ProviderLogin | null {
  try {
    const kept = sessionStorage.getItem(key(state))
    sessionStorage.removeItem(key(state))
    return kept ? (JSON.parse(kept) as ProviderLogin) : null
  } catch {
    return null
  }
}
