// Files to upload: some printed by the browser, some from the samples of the parsers; and the file
// controls of the composer.
import { resolve } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { type Browser, expect, type Page } from '@playwright/test'
import { radicals } from '../src/features/viewer/text/radicals'
import type { Program } from './server'

/** The folder with the samples of the parsers. */
export const samples = resolve(import.meta.dirname, '../../internal/document/parse/testdata')

/** The path of a parser sample. */
export const sample = (name: string) => resolve(samples, name)

export interface Sent {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A Chinese contract of two pages, printed by the browser. */
export async function contract(browser: Browser, name = '租房合同.pdf'): Promise<Sent> {
  const printer = await browser.newPage()
  await printer.setContent(`<html lang="zh-CN"><body style="font:16px/1.9 sans-serif">
    <h1>房屋租赁合同</h1>
    <h2>第一条　租赁期限</h2><p>租赁期为十二个月，自 2026 年 3 月 1 日起至 2027 年 2 月 28 日止。</p>
    <h2>第二条　租金</h2><p>月租金为人民币 4,500 元，每月 5 日前支付。</p>
    <h2 style="break-before:page">第三条　押金</h2>
    <p>押金为人民币 9,000 元。租赁期满，承租人结清费用并交还房屋后，出租人应在七个工作日内无息退还押金。</p>
    <h2>第四条　违约责任</h2>
    <p>任何一方提前解除合同的，应提前三十日书面通知对方，并支付一个月租金作为违约金。</p>`)
  const buffer = await printer.pdf({ format: 'A4' })
  await printer.close()
  return { name, mimeType: 'application/pdf', buffer }
}

/** A handbook with `pages` pages, printed by the browser; page n states who keeps device n. */
export async function handbook(browser: Browser, pages: number, name = '手册.pdf'): Promise<Sent> {
  const printer = await browser.newPage()
  const page = (n: number) => `<section style="break-after:page">
    <p>第 ${n} 号设备由第 ${n} 车间保管，每隔 ${n} 天检查一次，检查结果登记在第 ${n} 册台账。</p></section>`
  await printer.setContent(`<html lang="zh-CN"><body style="font:16px/1.9 sans-serif">
    ${Array.from({ length: pages }, (_, i) => page(i + 1)).join('')}`)
  const buffer = await printer.pdf({ format: 'A4' })
  await printer.close()
  return { name, mimeType: 'application/pdf', buffer }
}

/** A picture of one colour, drawn by the browser. */
export async function picture(browser: Browser, name = '白板.png'): Promise<Sent> {
  const painter = await browser.newPage({ viewport: { width: 320, height: 200 } })
  await painter.setContent('<body style="background:#2a7f8e">')
  const buffer = await painter.screenshot()
  await painter.close()
  return { name, mimeType: 'image/png', buffer }
}

/** The file controls of the composer. */
export class Attachments {
  constructor(readonly page: Page) {}

  get list() {
    return this.page.getByRole('list', { name: /个附件/ })
  }

  /** Chooses files with the button for adding files. */
  async choose(files: string | Sent | Sent[] | string[], entry = /^文件/) {
    await this.page.getByRole('button', { name: '添加文件' }).click()
    const choosing = this.page.waitForEvent('filechooser')
    await this.page.getByRole('menuitem', { name: entry }).click()
    await (await choosing).setFiles(files)
  }

  /** Waits until the list has `count` files and every file is uploaded and parsed or has failed. */
  async read(count = 1) {
    await expect(this.list.getByRole('listitem')).toHaveCount(count)
    await expect(this.list.getByRole('progressbar')).toHaveCount(0)
  }

  /** Drags files over the window and optionally drops them. */
  async drag(files: Sent[], until: 'over' | 'drop' = 'drop') {
    const bytes = files.map((f) => ({ name: f.name, type: f.mimeType, data: f.buffer.toString('base64') }))
    await this.page.evaluate(
      ([list, last]) => {
        const data = new DataTransfer()
        for (const { name, type, data: text } of list) {
          const raw = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
          data.items.add(new File([raw], name, { type }))
        }
        for (const kind of last === 'drop' ? ['dragover', 'drop'] : ['dragover']) {
          const init = { dataTransfer: data, bubbles: true, cancelable: true }
          document.querySelector('#main')?.dispatchEvent(new DragEvent(kind, init))
        }
      },
      [bytes, until] as const,
    )
  }
}

/**
 * The texts highlighted by the browser for a layer of the viewer, such as "quote" or "find". White space is removed,
 * and characters are normalised.
 */
export async function marked(page: Page, layer: string): Promise<string[]> {
  const texts = await page.evaluate((name) => {
    const ranges = [...(CSS.highlights.get(`viewer-${name}`) ?? [])] as Range[]
    return ranges.map((r) => r.toString())
  }, layer)
  return texts.map((text) =>
    Array.from(text.replace(/\s/g, '').normalize('NFKC'), (c) => radicals.get(c) ?? c).join(''),
  )
}

/** Puts a file in the library of the page's visitor, waits until its parsing has ended, and returns its id. */
export async function store(page: Page, server: Program, name: string, bytes: Buffer): Promise<string> {
  if (!page.url().startsWith(server.url)) await page.goto(server.url)
  const sent = await page.request.post(
    `${server.url}/api/user/docs/upload?fileName=${encodeURIComponent(name)}`,
    {
      data: bytes,
      headers: { 'Content-Type': 'application/octet-stream', 'X-Requested-With': 'XMLHttpRequest' },
    },
  )
  expect(sent.ok(), await sent.text()).toBe(true)
  const { data } = (await sent.json()) as { data: { id: string } }
  await expect
    .poll(
      async () => {
        const res = await page.request.post(`${server.url}/api/user/docs/detail`, {
          data: { resourceId: data.id },
          headers: { 'X-Requested-With': 'XMLHttpRequest' },
        })
        return ((await res.json()) as { data: { status: string } }).data.status
      },
      { timeout: 60_000 },
    )
    .toMatch(/ready|failed|stored/)
  return data.id
}

/** The files in a zip archive by name, read with its central directory. */
export function unzipped(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [names, extra, comment] = [28, 30, 32].map((o) => zip.readUInt16LE(at + o)) as [
      number,
      number,
      number,
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + names)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    files.set(name, (zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8'))
    at += 46 + names + extra + comment
  }
  return files
}
