// Shared parts of the tests: servers as fixtures, and actions of a reader on the page.
import { test as base, expect, type Page } from '@playwright/test'
import { Home, type Program, provider } from './server'

interface Worker {
  /** The server without any model. */
  keyless: Program
  /** The server with the scripted provider as its model. */
  connected: Program
}

export const test = base.extend<object, Worker>({
  keyless: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const home = new Home()
      const server = await home.serve()
      await use(server)
      await server.kill()
      home.remove()
    },
    { scope: 'worker' },
  ],
  connected: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const model = await provider()
      const home = new Home()
      const server = await home.serve(modelAt(model))
      await use(server)
      await server.kill()
      await model.kill()
      home.remove()
    },
    { scope: 'worker' },
  ],
})

export { expect }

/** The environment variable that connects the scripted provider. */
export function modelAt(model: Program): Record<string, string> {
  return { LLM_URL: `${model.url.replace('http://', 'http://test-key@')}/v1` }
}

/** Actions of a reader on the chat page. */
export class Chat {
  constructor(readonly page: Page) {}

  get composer() {
    return this.page.getByRole('textbox', { name: '输入问题' })
  }
  get answers() {
    return this.page.getByRole('article')
  }
  get last() {
    return this.answers.last()
  }
  get stop() {
    return this.page.getByRole('button', { name: '停止生成' })
  }

  async open(server: Program, path = '/') {
    await this.page.goto(server.url + path)
    await expect(this.composer).toBeVisible()
  }

  async ask(question: string) {
    await this.composer.fill(question)
    await this.composer.press('Enter')
  }

  /** Asks and waits for the whole answer. */
  async askWhole(question: string) {
    await this.ask(question)
    await this.whole()
  }

  /** Waits until no answer is running and the last answer can be copied. */
  async whole() {
    await expect(this.stop).toHaveCount(0)
    await expect(this.last.getByRole('button', { name: '复制' }).first()).toBeVisible()
  }

  /** Waits until the slow answer has shown this sentence. */
  async shows(sentence: string) {
    await expect(this.last).toContainText(sentence)
  }
}

/** All sixty sentences of the slow answer, each once and in order. */
export const slowAnswer = Array.from(
  { length: 60 },
  (_, i) => `第${String(i + 1).padStart(2, '0')}句。`,
).join('')
