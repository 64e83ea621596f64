// The script of the page of a share, /s/{id}. The page is readable without it; the script adds actions, such as liking
// and continuing. It is separate from the app and loads none of the app's code.
import { renderSVG } from 'uqr'
import './share.css'

interface Data {
  id: string
  pass: string
  agent: string
  likes: number
  words: Record<string, string>
  locale: string
}

const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as Data
const say = (word: string) => data.words[word] ?? word
const ticket = { shareId: data.id, pass: data.pass }

const said = document.createElement('p')
said.setAttribute('role', 'status')
document.body.append(said)
let silence = 0
function tell(text: string): void {
  said.textContent = text
  clearTimeout(silence)
  silence = window.setTimeout(() => {
    said.textContent = ''
  }, 3000)
}

async function call(path: string, body: object): Promise<Response> {
  // biome-ignore lint/style/noRestrictedGlobals: the API client would load the code of the app.
  const res = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-language': data.locale },
    body: JSON.stringify({ ...ticket, ...body }),
  })
  if (res.ok) return res
  const answer = (await res.json().catch(() => null)) as { msg?: string } | null
  throw new Error(answer?.msg || say('failed'))
}

/** Runs an action; if it fails, shows the reason. */
async function attempt(button: HTMLButtonElement | null, f: () => Promise<void>): Promise<void> {
  if (button?.ariaBusy === 'true') return
  if (button) button.ariaBusy = 'true'
  try {
    await f()
  } catch (err) {
    tell(err instanceof TypeError || !(err instanceof Error) ? say('failed') : err.message)
  } finally {
    if (button) button.ariaBusy = null
  }
}

function button(
  at: HTMLElement,
  text: string,
  f: (b: HTMLButtonElement) => void | Promise<void>,
): HTMLButtonElement {
  const b = document.createElement('button')
  b.type = 'button'
  b.textContent = text
  b.addEventListener('click', () => void attempt(b, async () => f(b)))
  at.append(b)
  return b
}

function dialog(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const d = document.createElement('dialog')
  const h = document.createElement('h2')
  h.textContent = title
  d.setAttribute('aria-label', title)
  d.append(h, ...content)
  button(d, say('close'), () => d.close())
  d.addEventListener('close', () => d.remove())
  document.body.append(d)
  d.showModal()
  return d
}

/** The address of the page without its query, which may name a language. */
const address = () => location.origin + location.pathname

function qr(): void {
  const img = document.createElement('img')
  img.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(address(), { border: 2 }))}`
  img.alt = say('qr')
  dialog(say('qr'), img)
}

async function save(format: string): Promise<void> {
  const res = await call('/api/share/export', { format, offsetOfHour: -new Date().getTimezoneOffset() / 60 })
  const name = /filename\*=UTF-8''([^;]+)/.exec(res.headers.get('content-disposition') ?? '')?.[1]
  const a = document.createElement('a')
  a.href = URL.createObjectURL(await res.blob())
  a.download = name ? decodeURIComponent(name) : `share.${format}`
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000)
}

function report(): void {
  const form = document.createElement('form')
  const reason = document.createElement('select')
  reason.setAttribute('aria-label', say('reason'))
  for (const id of ['illegal', 'private', 'harmful', 'rights', 'other'])
    reason.append(new Option(say(id), id))
  const text = document.createElement('textarea')
  text.maxLength = 500
  text.rows = 3
  text.setAttribute('aria-label', say('details'))
  text.placeholder = say('details')
  const send = document.createElement('button')
  send.type = 'submit'
  send.textContent = say('send')
  form.append(reason, text, send)
  const d = dialog(say('report'), form)
  form.addEventListener('submit', (e) => {
    e.preventDefault()
    void attempt(send, async () => {
      await call('/api/share/report', { reason: reason.value, text: text.value })
      d.close()
      tell(say('reported'))
    })
  })
}

function theme(): void {
  const root = document.documentElement
  const dark =
    root.dataset.theme === 'dark' ||
    (!root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'light' : 'dark'
  try {
    localStorage.setItem('wenqu.theme', root.dataset.theme)
  } catch {} // without storage, the choice lasts only while this page is open
}

function start(): void {
  try {
    const kept = localStorage.getItem('wenqu.theme')
    if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept
  } catch {}
  for (const time of document.querySelectorAll('time')) {
    const at = new Date(time.dateTime)
    const long = time.textContent?.includes(':')
    time.textContent = new Intl.DateTimeFormat(data.locale, {
      dateStyle: 'medium',
      timeStyle: long ? 'short' : undefined,
    }).format(at)
  }
  const tools = document.getElementById('tools')!
  const acts = document.getElementById('acts')!
  button(tools, say('theme'), theme)
  const go = button(acts, say('continue'), async () => {
    tell(say('copying'))
    const res = await call('/api/share/newsConv', {})
    const { data: made } = (await res.json()) as { data: { conversationId: string } }
    location.href = `/chat/${encodeURIComponent(data.agent)}/${encodeURIComponent(made.conversationId)}`
  })
  go.className = 'main'
  const like = button(acts, '', async () => {
    const res = await call('/api/share/like', { like: like.ariaPressed !== 'true' })
    show(((await res.json()) as { data: Likes }).data)
  })
  const show = ({ likes, liked }: Likes) => {
    like.ariaPressed = String(liked)
    like.textContent = `${say(liked ? 'liked' : 'like')} ${likes > 99 ? '99+' : likes || ''}`.trim()
    like.setAttribute(
      'aria-label',
      `${say(liked ? 'liked' : 'like')}, ${say('likeCount').replace('{n}', String(likes))}`,
    )
  }
  show({ likes: data.likes, liked: false })
  void call('/api/share/getLikes', {})
    .then(async (res) => show(((await res.json()) as { data: Likes }).data))
    .catch(() => {}) // without the server's number, the number in the page stays
  button(acts, say('link'), async (b) => {
    await navigator.clipboard.writeText(address())
    b.textContent = say('copied')
  })
  button(acts, say('qr'), qr)
  button(acts, say('word'), () => save('docx'))
  button(acts, say('pdf'), () => save('pdf'))
  button(acts, say('print'), () => window.print())
  const poster = document.createElement('a')
  poster.className = 'button'
  poster.href = `/poster?id=${encodeURIComponent(data.id)}`
  poster.textContent = say('poster')
  if (!data.pass) acts.append(poster) // with a password, the poster page would ask for the password again
  button(acts, say('report'), report)
}

interface Likes {
  likes: number
  liked: boolean
}

start()
