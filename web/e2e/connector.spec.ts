// Connectors: an administrator adds a server in the local network, and an answer calls the server's tool after a
// person's consent.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bench, Work } from './gates'
import { accessible } from './people'
import { expect, test } from './wenqu'

/** An MCP server with one tool. It records the arguments of each call to the tool. */
class Lamp {
  calls: unknown[] = []
  private constructor(private readonly server: Server) {}

  static async start() {
    const lamp: Lamp = new Lamp(
      createServer((req, res) => {
        let body = ''
        req.on('data', (part) => (body += part))
        req.on('end', () => {
          const m = body ? JSON.parse(body) : {}
          const result = lamp.answer(m)
          if (req.method !== 'POST' || result === undefined) return res.writeHead(m.id ? 404 : 202).end()
          res.writeHead(200, { 'Content-Type': 'application/json' })
          res.end(JSON.stringify({ jsonrpc: '2.0', id: m.id, result }))
        })
      }),
    )
    await new Promise<void>((done) => lamp.server.listen(0, '127.0.0.1', done))
    return lamp
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`
  }

  end() {
    this.server.closeAllConnections()
    this.server.close()
  }

  private answer(m: { method?: string; params?: { arguments?: unknown } }) {
    switch (m.method) {
      case 'initialize':
        return {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: '家里的灯', version: '1' },
        }
      case 'tools/list':
        return {
          tools: [
            {
              name: 'light',
              title: '开关灯',
              description: '打开或关上一个房间的灯。',
              inputSchema: { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] },
            },
          ],
        }
      case 'tools/call':
        this.calls.push(m.params?.arguments)
        return { content: [{ type: 'text', text: '客厅的灯开了。' }] }
    }
  }
}

let bench: Bench
let lamp: Lamp
test.beforeEach(async () => {
  lamp = await Lamp.start()
  bench = await Bench.build()
})
test.afterEach(async () => {
  lamp?.end()
  await bench?.end()
})

test('a local service is added, asked for, allowed, and answers', async ({ page }) => {
  const server = await bench.serve()
  const link = /\/open\/login\?admin=\S+/.exec(server.log())?.[0]
  await page.goto(server.url + link)
  await page.getByRole('button', { name: '成为管理员' }).click()
  await expect(page).toHaveURL(`${server.url}/setting/model`)

  await page.goto(`${server.url}/admin/connector`)
  await page.getByRole('button', { name: '添加连接器' }).click()
  const form = page.getByRole('dialog', { name: '添加连接器' })
  await form.getByRole('textbox', { name: /^地址/ }).fill(lamp.url)
  await form.getByRole('textbox', { name: /^名称/ }).fill('home')
  await form.getByRole('switch').click()
  await accessible(page)
  await form.getByRole('button', { name: '保存并连接' }).click()
  const rows = page.getByRole('list', { name: '连接器列表' })
  await expect(rows).toContainText('已连接 · 1 / 1 个工具可用')

  await page.goto(`${server.url}/setting/connector`)
  await expect(rows).toContainText('home')
  await page.getByText('查看工具').click()
  await expect(page.getByRole('list', { name: '「home」的工具' })).toContainText('打开或关上一个房间的灯。')
  await accessible(page)

  const chat = new Work(page)
  await chat.open(server)
  await chat.ask(`[[tool mcp_home_light ${JSON.stringify({ room: '客厅' })}]] 把灯打开`)
  await chat.are('等你同意')
  await expect(chat.rows).toContainText('home：开关灯')
  expect(lamp.calls).toEqual([])
  await chat.allow.click()
  await chat.whole()
  await chat.are('已完成')
  expect(lamp.calls).toEqual([{ room: '客厅' }])

  // When the connector is switched off in this conversation, it is no longer called. In a new
  // conversation it is switched on.
  const connectors = async () => {
    await page.getByRole('button', { name: '添加文件' }).click()
    await page.getByRole('menuitem', { name: /^连接器/ }).click()
    return page.getByRole('dialog', { name: '这个对话的连接器' })
  }
  const here = await connectors()
  await expect(here).toContainText('1 个工具')
  await here.getByRole('switch', { name: 'home' }).click()
  await expect(here.getByRole('switch', { name: 'home' })).not.toBeChecked()
  await accessible(page)
  await page.keyboard.press('Escape')
  await chat.askWhole(`[[tool mcp_home_light ${JSON.stringify({ room: '书房' })}]] 再开一盏`)
  await expect(chat.last).toContainText('没有')
  expect(lamp.calls).toHaveLength(1)
  await chat.open(server)
  await expect((await connectors()).getByRole('switch', { name: 'home' })).toBeChecked()
})
