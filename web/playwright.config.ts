import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // CI repeats a failed test once, so that a failure by chance does not block a change. In the summary,
  // a test that passes the second time is called flaky. `make test-stress` runs without retries.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [['list']],
  // Long enough for a busy machine.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Recording a trace slows every step, so CI records no traces. Run a failed test locally for its trace.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
