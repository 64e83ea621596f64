// Measures the processor time of the page while a long answer arrives and while a long conversation
// opens. It needs a build in dist; run it with `npx playwright test -c bench`.
import { type Browser, type CDPSession, test } from '@playwright/test'
import { LENGTH, LONG, MESSAGES, PIECE, serve } from './server'

/** Seconds of work on the main thread, counted by the browser. */
async function spent(cdp: CDPSession): Promise<Record<'TaskDuration' | 'ScriptDuration', number>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((m) => m.name === name)?.value ?? 0
  return { TaskDuration: of('TaskDuration'), ScriptDuration: of('ScriptDuration') }
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Processor time of the task in microseconds; other processes of the machine do not count. */
  tdur?: number
  args?: { name?: string }
}

/**
 * Records the tasks of the page's main thread. The returned function stops recording and returns
 * the processor time of each task in ms.
 */
async function watchTasks(browser: Browser): Promise<() => Promise<number[]>> {
  const cdp = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await cdp.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', '__metadata'] } })
  return async () => {
    const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done))
    await cdp.send('Tracing.end')
    await complete
    const main = new Set(
      events.filter((e) => e.args?.name === 'CrRendererMain').map((e) => `${e.pid}/${e.tid}`),
    )
    return events
      .filter((e) => e.ph === 'X' && e.name.includes('RunTask') && main.has(`${e.pid}/${e.tid}`))
      .map((e) => (e.tdur ?? 0) / 1000)
  }
}

test('a long answer in small pieces', async ({ page, browser }) => {
  const { url, server } = await serve()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  await page.locator('#main textarea').waitFor()
  await page.waitForTimeout(1500)
  const before = await spent(cdp)
  const stop = await watchTasks(browser)
  await page.locator('#main textarea').fill('两万字')
  await page.keyboard.press('Enter')
  // `waitFor` polls in the page's main thread, so the measured time includes the polls. After the first few polls, it
  // polls only every 500 ms.
  await page.locator('[role=log][aria-busy=true]').waitFor()
  await page.locator('[role=log][aria-busy=false]').waitFor({ timeout: 60_000 })
  const after = await spent(cdp)
  const tasks = await stop()
  const cpu = after.TaskDuration - before.TaskDuration
  console.log(
    `${LENGTH} characters by ${PIECE}: ${cpu.toFixed(2)} s of main-thread CPU (limit 5), ` +
      `tasks over 50 ms: ${tasks.filter((ms) => ms > 50).length}, longest ${Math.max(0, ...tasks).toFixed(0)} ms (limit 100)`,
  )
  server.close()
})

test('a long conversation opens', async ({ page }) => {
  const { url, server } = await serve()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  await page.locator('#main textarea').waitFor()
  await page.waitForTimeout(1500)
  const before = await spent(cdp)
  await page.evaluate((cid) => {
    history.pushState({}, '', `/chat/naQivTmsDa/${cid}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, LONG)
  await page.getByText(`第 ${MESSAGES / 2} 个问题`).waitFor()
  await page.locator('article .katex').last().waitFor()
  await page.waitForTimeout(500)
  const after = await spent(cdp)
  console.log(
    `${MESSAGES} messages: ${((after.ScriptDuration - before.ScriptDuration) * 1000).toFixed(0)} ms of script (limit 300), ` +
      `${((after.TaskDuration - before.TaskDuration) * 1000).toFixed(0)} ms of the main thread`,
  )
  server.close()
})
