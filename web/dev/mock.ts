import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'
import { documentRoutes, put } from './mock-documents.ts'

/**
 * A small mock server for viewing the page without the real server: `WENQU_MOCK=1 npm run dev`. Development only; it is
 * not part of the build.
 */
export function mockApi(): Plugin {
  const day = 86_400_000
  const titles: [string, number, number?][] = [
    ['租房合同里押金的退还条件', 40 * day, Date.now()],
    ['中秋假期与调休安排', 0],
    ['把这段话改得更客气一些', 0.02 * day],
    ['3.5 英里是多少公里', 1 * day],
    ['三季度销售表按大区汇总', 3 * day],
    ['把周报改得更简洁', 4 * day],
    ['《赤壁赋》逐句讲解', 6 * day],
    ['How do I write a polite follow-up e-mail after an interview?', 12 * day],
    ['给孩子讲清楚什么是闰月，为什么有的年份会有两个六月', 20 * day],
    ['搬家请假条', 45 * day],
    ['读书笔记：置身事内', 80 * day],
    ['去年的旅行计划', 380 * day],
  ]
  let rows = titles.map(([title, ago, topAt], i) => ({
    id: `mock-conversation-${i}`,
    title,
    sessionTitle: title,
    lastRepliedAt: Date.now() - ago,
    topAt: topAt ?? 0,
    running: i === 1,
  }))
  let deleted: typeof rows = []
  const capabilities = {
    code: 0,
    capabilities: [
      { id: 'chat', name: '对话', state: 'builtin', set: ['LLM_URL=https://KEY@host/v1'], later: false },
      {
        id: 'thinking',
        name: '深度思考',
        state: 'missing',
        set: ['LLM_URL=https://KEY@host/v1'],
        later: false,
      },
      { id: 'search', name: '联网搜索', state: 'missing', set: ['DEEPSEEK_API_KEY=sk-…'], later: true },
    ],
    providers: [],
  }
  const routes: Record<string, (body: Record<string, unknown>) => unknown> = {
    '/api/user/agent/conversation/list': ({ offset, limit }) => ({
      code: 0,
      conversations: rows.slice(Number(offset), Number(offset) + Number(limit)),
      pagination: { totalResults: rows.length, offset },
    }),
    '/api/user/agent/conversation/update': ({ conversationId, title }) => {
      rows = rows.map((r) => (r.id === conversationId ? { ...r, title: String(title) } : r))
      return { code: 0 }
    },
    '/api/user/agent/conversation/top': ({ conversationId, top }) => {
      rows = rows.map((r) => (r.id === conversationId ? { ...r, topAt: top ? Date.now() : 0 } : r))
      return { code: 0 }
    },
    '/api/user/agent/conversation/v1/clear': ({ conversationIds, clearAll }) => {
      const gone = clearAll ? rows.map((r) => r.id) : (conversationIds as string[])
      deleted = rows.filter((r) => gone.includes(r.id))
      rows = rows.filter((r) => !gone.includes(r.id))
      return { code: 0, conversationIds: gone }
    },
    '/api/user/agent/conversation/v1/restore': () => {
      rows = [...rows, ...deleted]
      return { code: 0 }
    },
    '/api/model/capabilities': () => capabilities,
    '/api/model/reprobe': () => capabilities,
    '/api/info/general': () => ({ code: 0 }),
    '/api/agent/model/list': () => ({
      code: 0,
      modelList: [{ chatModelId: 'offline', modelName: '内置引擎', offline: true }],
    }),
    ...documentRoutes,
  }
  return {
    name: 'mock-api',
    // Like the real server, the mock writes data into the page.
    transformIndexHtml: (html) => html.replace('id="boot"><', 'id="boot">{"features":{"document":true}}<'),
    configureServer(server) {
      server.middlewares.use(async (req, res, next) => {
        const path = req.url?.split('?')[0] ?? ''
        if (!path.startsWith('/api/')) return next()
        if (req.method === 'PUT') return reply(res, 200, put(path, await count(req)))
        const route = routes[path]
        if (!route) return reply(res, 501, { error: { code: '20007', message: '没有模拟这个接口' } })
        reply(res, 200, route(await read(req)))
      })
    },
  }
}

async function read(req: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of req) text += chunk
  return text ? JSON.parse(text) : {}
}

async function count(req: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of req) bytes += (chunk as Buffer).length
  return bytes
}

function reply(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify(body))
}
