// Measures how long a long PDF takes to display its first page. Then every seventh page is displayed in turn;
// the JavaScript memory of the app is measured before the first and after the last of these pages. It needs a
// build in dist; run it with `npx playwright test -c bench`.
import { test } from '@playwright/test'
import { files, serve } from './server'

const PAGES = 300

const paragraph =
  '半亩方塘一鉴开，天光云影共徘徊。问渠那得清如许？为有源头活水来。昨夜江边春水生，艨艟巨舰一毛轻。'

test(`a PDF of ${PAGES} pages opens`, async ({ browser, page }) => {
  const printer = await browser.newPage()
  await printer.setContent(
    `<html lang="zh-CN"><style>h1{break-before:page}body{font:16px/1.8 serif}</style>${Array.from(
      { length: PAGES },
      (_, i) => `<h1>第${i + 1}章</h1>${`<p>${paragraph.repeat(3)}</p>`.repeat(6)}`,
    ).join('')}`,
  )
  files.set('long', await printer.pdf({ format: 'A4' }))
  await printer.close()
  const { url, server } = await serve()
  // The viewer is opened without a page load, as from a citation or from the library.
  await page.goto(url)
  await page.locator('#main textarea').waitFor()
  await page.waitForTimeout(1500)
  const first = await page.evaluate(async () => {
    const from = performance.now()
    history.pushState({}, '', '/tool/file-viewer?id=long')
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise<void>((done) => {
      const look = () => (document.querySelector('.pdf-page canvas') ? done() : requestAnimationFrame(look))
      look()
    })
    return performance.now() - from
  })
  const cdp = await page.context().newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return ((await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }).usedSize / 1e6
  }
  const before = await heap()
  for (let n = 2; n <= PAGES; n += 7) {
    await page.locator('input[inputmode=numeric]').fill(String(n))
    await page.keyboard.press('Enter')
    await page.locator(`[data-page="${n}"] canvas`).waitFor()
  }
  const canvases = await page.locator('.pdf-page canvas').count()
  console.log(
    `${PAGES} pages: first page after ${first.toFixed(0)} ms (limit 1000); after leafing through: ` +
      `${canvases} pages drawn, heap ${before.toFixed(0)} → ${(await heap()).toFixed(0)} MB`,
  )
  server.close()
})
