// People and how they log in: replacements for the external services of accounts, and the steps of a
// login on the page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, expect, type Page } from '@playwright/test'
import { freePort, Home, Program } from './server'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Checks that axe finds nothing on the page in its current state. */
export async function accessible(page: Page) {
  let violations: unknown
  let shown: number
  // A toast that appears or disappears may make the check fail. So the check starts when no toast is fading in
  // or out, and is repeated if the toasts changed meanwhile.
  const messages = page.locator('[data-sonner-toast]')
  const fading = page.locator('[data-sonner-toast]:is([data-removed=true], [data-mounted=false])')
  do {
    await expect(fading).toHaveCount(0)
    shown = await messages.count()
    violations = await judged(page)
  } while ((await fading.count()) > 0 || (await messages.count()) !== shown)
  expect(violations).toEqual([])
}

async function judged(page: Page): Promise<unknown> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map((a) => a.finished))
  })
  // The page's content security policy forbids foreign scripts, so the checker is evaluated directly.
  return page.evaluate(`${axeSource}; axe.run(document, { resultTypes: ['violations'] }).then((r) =>
    r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ')).join(', ')))`)
}

/**
 * Replacements for the text message gateway, WeChat, QQ and the OpenID provider, and a server that uses them.
 */
export class Town {
  private constructor(
    readonly world: Program,
    readonly server: Program,
    private readonly home: Home,
  ) {}

  /** `env` may be a function of the server's port. */
  static async build(env: Record<string, string> | ((port: number) => Record<string, string>) = {}) {
    const at = await freePort()
    const base = `http://127.0.0.1:${at}`
    // The program is ready when it serves the OpenID configuration.
    const world = await Program.start(
      base,
      '/oidc/.well-known/openid-configuration',
      'bin/accounttest',
      ['--addr', `127.0.0.1:${at}`],
      {},
    )
    await expect.poll(() => world.log()).toContain('WENQU_DOCS_SECRET')
    const printed = Object.fromEntries(
      world
        .log()
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    ) as Record<string, string>
    const home = new Home()
    const port = await freePort()
    const server = await home.serve(
      {
        ...printed,
        WENQU_CAPTCHA: 'off',
        WENQU_ONEID_NAME: '统一身份',
        ...(typeof env === 'function' ? env(port) : env),
      },
      port,
    )
    return new Town(world, server, home)
  }

  async end() {
    await this.server.kill()
    await this.world.kill()
    this.home.remove()
  }

  /** The newest code sent to a phone number. */
  async code(phone: string): Promise<string> {
    const address = `${this.world.url}/sms?phone=${encodeURIComponent(`+86${phone}`)}`
    await expect.poll(async () => (await fetch(address)).status).toBe(200)
    return ((await (await fetch(address)).json()) as { Code: string }).Code
  }

  /** Sets the person who logs in at WeChat, QQ and the OpenID provider from now on. */
  async as(name: string) {
    await fetch(`${this.world.url}/as?name=${name}`, { method: 'POST' })
  }

  /** The link for becoming the first administrator. */
  adminLink(): string {
    const path = /\/open\/login\?admin=\S+/.exec(this.server.log())?.[0]
    if (!path) throw new Error(`no link was printed:\n${this.server.log()}`)
    return this.server.url + path
  }
}

/** Actions of a person with their own browser page. */
export class Person {
  constructor(
    readonly page: Page,
    readonly town: Town,
  ) {}

  /** A person with a new browser context. */
  static async arrive(browser: Browser, town: Town, options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options)
    return new Person(await context.newPage(), town)
  }

  get sidebar() {
    return this.page.getByRole('complementary', { name: '侧栏' })
  }
  /** The button that opens the account menu. */
  get menu() {
    return this.sidebar.locator('button[aria-haspopup=menu]').last()
  }
  get dialog() {
    return this.page.getByRole('dialog', { name: '登录', exact: true })
  }
  get notes() {
    return this.dialog.getByRole('status')
  }
  get composer() {
    return this.page.getByRole('textbox', { name: '输入问题' })
  }

  async go(path: string) {
    await this.page.goto(this.town.server.url + path)
  }

  /** Opens the login dialog from the sidebar. */
  async wantLogin() {
    await this.sidebar.getByRole('button', { name: '登录', exact: true }).click()
    await expect(this.dialog).toBeVisible()
  }

  /**
   * Requests a code and enters it into the phone form on the page. If `phone` is null, the form asks for no number,
   * and the code is sent to the account's number `own`.
   */
  async byCode(phone: string | null, own = phone ?? '') {
    if (phone !== null) await this.page.getByRole('textbox', { name: '手机号' }).fill(phone)
    const sent = this.page.waitForResponse((r) => r.url().endsWith('/getverificationcode'))
    await this.page.getByRole('button', { name: '获取验证码' }).click()
    expect((await sent).status()).toBe(200)
    await this.page.getByRole('textbox', { name: '验证码' }).fill(await this.town.code(own))
    await this.page.getByRole('textbox', { name: '验证码' }).press('Enter')
  }

  /** Logs in from the sidebar with a code sent to a phone number. */
  async logIn(phone: string) {
    await this.wantLogin()
    await this.byCode(phone)
    await this.isIn()
  }

  /** Checks that the page shows a logged-in person. */
  async isIn() {
    await expect(this.dialog).toHaveCount(0)
    await expect(this.menu).not.toContainText('访客')
  }

  /** Calls the server with the cookies of this browser. */
  async call<T>(path: string, body?: unknown): Promise<{ status: number; body: T }> {
    const headers = { 'X-Requested-With': 'XMLHttpRequest' }
    const url = this.town.server.url + path
    const res =
      body === undefined
        ? await this.page.request.get(url, { headers })
        : await this.page.request.post(url, { headers, data: body })
    return { status: res.status(), body: (await res.json()) as T }
  }

  /** Moves the puzzle piece of the captcha to its gap: in two jumps, then in six slow steps by keyboard. */
  async slide() {
    const slider = this.dialog.getByRole('slider')
    const from = Number(await slider.inputValue())
    const to = await this.gap()
    await slider.fill(String(Math.round((from + to) / 2)))
    await slider.fill(String(to - 6))
    for (const delay of [30, 60, 40, 70, 50, 60]) await slider.press('ArrowRight', { delay })
    await slider.press('Enter')
  }

  /**
   * The position of the gap for the puzzle piece, found by comparing the two pictures of the
   * captcha.
   */
  gap(): Promise<number> {
    return this.page.evaluate(async () => {
      const [image, piece] = [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')]
      await Promise.all([image!.decode(), piece!.decode()])
      const look = (img: HTMLImageElement) => {
        const canvas = document.createElement('canvas')
        canvas.width = img.naturalWidth
        canvas.height = img.naturalHeight
        const pen = canvas.getContext('2d')!
        pen.drawImage(img, 0, 0)
        return pen.getImageData(0, 0, canvas.width, canvas.height)
      }
      const ground = look(image!)
      const part = look(piece!)
      const top = Math.round((Number.parseFloat(piece!.style.top) / 100) * ground.height)
      // The gap is the darkest area with the shape of the piece.
      let best = { x: 0, light: Number.POSITIVE_INFINITY }
      for (let x = part.width; x + part.width <= ground.width; x++) {
        let light = 0
        for (let py = 0; py < part.height; py += 2) {
          for (let px = 0; px < part.width; px += 2) {
            if (part.data[(py * part.width + px) * 4 + 3]! < 200) continue
            const at = ((top + py) * ground.width + x + px) * 4
            light += ground.data[at]! + ground.data[at + 1]! + ground.data[at + 2]!
          }
        }
        if (light < best.light) best = { x, light }
      }
      return best.x
    })
  }
}
