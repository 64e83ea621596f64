// Draws the PNG icons from public/mark.svg with headless Chromium. Run `node scripts/icons.mjs`
// after mark.svg has changed; the results are committed.
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const mark = readFileSync('public/mark.svg', 'utf8')
/** The file, its size in px, the fraction of the picture filled by the mark, and the background. */
const icons = [
  ['icon-180.png', 180, 1, '#12707c'],
  ['icon-192.png', 192, 1, 'transparent'],
  ['icon-512.png', 512, 1, 'transparent'],
  ['icon-maskable.png', 512, 1, '#12707c'],
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
for (const [name, size, share, ground] of icons) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<body style="margin:0;background:${ground};display:grid;place-items:center;height:100vh">
       <div style="width:${share * 100}%;height:${share * 100}%;line-height:0">${mark}</div>`,
  )
  await page.screenshot({ path: `public/${name}`, omitBackground: true })
}
await browser.close()
