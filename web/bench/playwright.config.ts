import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 120_000,
  reporter: 'list',
  outputDir: '../test-results/bench',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
})
