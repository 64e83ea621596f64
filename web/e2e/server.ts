// The built binary and the scripted provider as test fixtures. A test file can start its own server, with its own
// port and data folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => done(port))
    })
  })
}

/** A running program that answers at `url`. */
export class Program {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly output: string[],
  ) {}

  /** Starts a program and waits until `url + path` answers without an error. */
  static async start(
    url: string,
    path: string,
    command: string,
    args: string[],
    env: Record<string, string>,
  ) {
    const output: string[] = []
    const child = spawn(join(root, command), args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => output.push(String(data)))
    const program = new Program(url, child, output)
    const deadline = Date.now() + 60_000
    while (Date.now() < deadline) {
      if (child.exitCode !== null) break
      const ready = await fetch(url + path).then(
        (r) => r.ok,
        () => false,
      )
      if (ready) return program
      await new Promise((tick) => setTimeout(tick, 20))
    }
    throw new Error(`${command} ${args.join(' ')} did not answer on ${url}${path}:\n${output.join('')}`)
  }

  /** Kills the program, as a crash would. */
  async kill() {
    await this.end('SIGKILL')
  }

  /** Asks the program to shut down, as an operator would. */
  async terminate() {
    await this.end('SIGTERM')
  }

  /** The output of the program so far. */
  log() {
    return this.output.join('')
  }

  private async end(signal: NodeJS.Signals) {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = new Promise((done) => this.child.once('exit', done))
    this.child.kill(signal)
    await gone
  }
}

/** A data folder that is kept across restarts of the server. */
export class Home {
  readonly dir = mkdtempSync(join(tmpdir(), 'wenqu-e2e-'))

  /** Starts a built binary on this folder, at `port` or, without `port`, at a free port. */
  async serve(env: Record<string, string> = {}, port?: number, binary = 'bin/wenqu') {
    const at = port ?? (await freePort())
    const url = `http://127.0.0.1:${at}`
    return Program.start(url, '/readyz', binary, ['serve', '--addr', `127.0.0.1:${at}`, '--data', this.dir], {
      WENQU_PROBE: 'off',
      WENQU_LIMITS: 'off',
      WENQU_DRAIN: '1s',
      ...env,
    })
  }

  remove() {
    rmSync(this.dir, { recursive: true, force: true })
  }
}

/** Starts the scripted provider. */
export async function provider() {
  const at = await freePort()
  const url = `http://127.0.0.1:${at}`
  return Program.start(url, '/v1/models', 'bin/llmtest', ['-addr', `127.0.0.1:${at}`], {})
}

/**
 * Starts a program with a PostgreSQL database. When the program is terminated, it removes the database. Returns the
 * program and the address of the database.
 */
export async function postgres(): Promise<[Program, string]> {
  const at = await freePort()
  const url = `http://127.0.0.1:${at}`
  const program = await Program.start(url, '/', 'bin/dbtest', ['-addr', `127.0.0.1:${at}`], {})
  return [program, await (await fetch(url)).text()]
}
