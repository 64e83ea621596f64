// A server with additional tools for tests, and gates. The server's models and tools wait at the
// gates until a test releases them.
import type { Locator, Page } from '@playwright/test'
import { Home, type Program, provider } from './server'
import { Chat, expect, modelAt } from './wenqu'

/**
 * The gates, by name. Models wait at the gate "model", and each tool waits at the gate with the name of the tool. An
 * open gate lets every call pass. The time for a person's consent ends when the gate "consent-over" opens.
 */
export class Gates {
  constructor(private readonly provider: Program) {}

  /** Closes a gate: from now on every call waits at it. */
  shut = (name: string) => this.post('shut', name)
  /** Releases one call as soon as it waits at the gate. */
  pass = (name: string) => this.post('pass', name)
  /** Opens a gate and releases all calls. */
  open = (name: string) => this.post('open', name)

  /** The calls that have reached the gate; for a tool, the input of each call. */
  async log(name: string): Promise<string[]> {
    return (await fetch(this.at('log', name))).json()
  }

  private at = (act: string, name: string) => `${this.provider.url}/gates/${act}?name=${name}`

  private async post(act: string, name: string) {
    const res = await fetch(this.at(act, name), { method: 'POST' })
    if (!res.ok) throw new Error(`${act} ${name}: ${res.status}`)
  }
}

/** Servers with the tools of the tests, their data folder, and a scripted model with its gates. */
export class Bench {
  private servers: Program[] = []

  private constructor(
    readonly model: Program,
    readonly home: Home,
    private readonly env: Record<string, string>,
    readonly gates: Gates,
  ) {}

  static async build(env: Record<string, string> = {}) {
    const model = await provider()
    const gates = new Gates(model)
    await gates.shut('consent-over')
    return new Bench(model, new Home(), { ...modelAt(model), E2E_PROVIDER: model.url, ...env }, gates)
  }

  /** Starts a server on the data folder of this bench. */
  async serve(port?: number): Promise<Program> {
    const server = await this.home.serve(this.env, port, 'bin/wenqu-e2e')
    this.servers.push(server)
    return server
  }

  /** Kills a server, as a power failure would, and starts a new server on the same port. */
  async crash(server: Program, between: () => Promise<void> = async () => {}): Promise<Program> {
    await server.kill()
    await between()
    return this.serve(Number(new URL(server.url).port))
  }

  async end() {
    for (const server of this.servers) await server.kill()
    await this.model.kill()
    this.home.remove()
  }
}

/** A chat with the steps of its last answer, and the buttons to allow or decline a step or to continue the answer. */
export class Work extends Chat {
  get rows(): Locator {
    return this.last.getByLabel('得出过程').getByRole('listitem')
  }
  get card(): Locator {
    return this.last.getByText('这一步需要你同意。').locator('..')
  }
  get allow(): Locator {
    return this.card.getByRole('button', { name: '允许', exact: true })
  }
  get decline(): Locator {
    return this.card.getByRole('button', { name: '不允许' })
  }
  get resume(): Locator {
    return this.last.getByRole('button', { name: '继续生成' })
  }

  /** Checks the states of all steps, in order. */
  async are(...states: ('进行中' | '已完成' | '等你同意' | '未完成' | '你没有同意')[]) {
    // Finished steps are collapsed into one line as soon as the answer continues.
    const folded = this.last.getByLabel('得出过程').locator('button[aria-expanded="false"]:not(li button)')
    await this.page.bringToFront() // a background tab is not drawn, and clicks in it would wait
    await expect(async () => {
      for (const line of await folded.all()) await line.click({ timeout: 10_000 })
      await expect(this.rows).toHaveText(
        states.map((s) => new RegExp(s)),
        { timeout: 10_000 },
      )
    }).toPass({ timeout: 90_000 })
  }

  /** Opens this conversation in another tab of this browser, on the given server. */
  async beside(server: Program): Promise<Work> {
    const tab: Page = await this.page.context().newPage()
    const other = new Work(tab)
    await other.open(server, new URL(this.page.url()).pathname)
    return other
  }
}
