import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const DIST = new URL('../dist', import.meta.url).pathname
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Length of the long answer and of one piece of it, in characters. */
export const LENGTH = 20_000
export const PIECE = 30
/** Time between two pieces, in ms. */
const GAP = 8
/** Messages of the long conversation. */
export const MESSAGES = 2000
export const LONG = 'bench-conversation'

const section = (n: number) => `## 第 ${n} 节：放假安排

今年中秋节是 **9 月 25 日（星期五）**，放假 **3 天**，**不调休。**如果想连上国庆，需要请 *3 天*假。设半径为 $r$，面积是 \\(S=\\pi r^2\\)，价格 $5。

| 日期 | 星期 | 安排 |
|---|---|---|
| 9 月 25 日 | 五 | 中秋节，放假 |
| 9 月 26 – 27 日 | 六、日 | 周末，连休 |
| 9 月 28 日 | 一 | 上班 |

$$A = P\\left(1+\\frac{r}{n}\\right)^{nt}$$

1. 第一步：打开终端，输入 \`go test ./...\`
2. 第二步：看结果，见 https://example.com/a。然后继续

\`\`\`go
// area 是半径为 r 的圆的面积。
func area(r float64) float64 {
	return math.Pi * r * r
}
\`\`\`

`

/** The long answer: tables, formulas, code, lists and bold text between Chinese characters. */
export const answer = Array.from({ length: 100 }, (_, i) => section(i + 1))
  .join('')
  .slice(0, LENGTH)

function detail(offset: number, limit: number) {
  const convs = []
  for (let index = MESSAGES; index >= 1 && convs.length < limit; index--) {
    if (offset > 0 && index >= offset) continue
    const text = { type: 'text', msg: index % 2 ? `第 ${(index + 1) / 2} 个问题` : section(index / 2) }
    convs.push(
      index % 2
        ? { index, speaker: 'human', displayPrompt: text.msg, speechesV2: [{ content: [text] }] }
        : {
            index,
            speaker: 'ai',
            repeatIndex: 0,
            speechesV2: [
              { speechIndex: 0, state: 'done', modelId: 'bench', hints: ['下一个问题'], content: [text] },
            ],
          },
    )
  }
  return { code: 0, title: '两千条', hasMore: (convs.at(-1)?.index ?? 1) > 1, convs }
}

/** Streams the long answer, one piece every GAP ms. */
function stream(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'x-answer-msgid': 'c_2' })
  let n = 0
  const frame = (data: string) => res.write(`id: ${++n}\ndata: ${data}\n\n`)
  frame('{"type":"text"}')
  let at = 0
  const timer = setInterval(() => {
    if (at < answer.length) {
      frame(JSON.stringify({ type: 'text', msg: answer.slice(at, at + PIECE) }))
      at += PIECE
      return
    }
    clearInterval(timer)
    frame('[plugin: ]')
    frame('[MSGINDEX:2]')
    frame('[DONE]')
    res.end()
  }, GAP)
  res.on('close', () => clearInterval(timer))
}

const calls: Record<string, (body: Record<string, number>) => unknown> = {
  '/api/agent/model/list': () => ({
    code: 0,
    modelList: [{ chatModelId: 'bench', modelName: 'bench', modelId: 'bench', supportFunctions: [] }],
  }),
  '/api/user/agent/conversation/list': () => ({
    code: 0,
    conversations: [],
    pagination: { totalResults: 0, offset: 0 },
  }),
  '/api/user/agent/conversation/v1/detail': ({ offset = 0, limit = 50 }) => detail(offset, limit),
}

/** The files of the library by their ids, for the viewer. */
export const files = new Map<string, Buffer>()

/** Sends a file, or only the requested range. */
function content(req: IncomingMessage, res: ServerResponse, file: Buffer): void {
  const head = { 'Content-Type': 'application/pdf', 'Accept-Ranges': 'bytes' }
  const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '')
  if (!range) {
    res.writeHead(200, { ...head, 'Content-Length': file.length }).end(file)
    return
  }
  const from = Number(range[1])
  const to = Math.min(file.length - 1, range[2] ? Number(range[2]) : file.length - 1)
  res
    .writeHead(206, {
      ...head,
      'Content-Length': to - from + 1,
      'Content-Range': `bytes ${from}-${to}/${file.length}`,
    })
    .end(file.subarray(from, to + 1))
}

const description = (id: string) => ({
  code: 0,
  data: {
    id,
    fileName: `${id}.pdf`,
    type: 'pdf',
    docType: 'pdf',
    size: files.get(id)?.length ?? 0,
    status: 'ready',
    progress: 1,
    units: 300,
    unitKind: 'page',
    outline: [],
    url: `/api/resource/content/${id}`,
  },
})

/** Serves the built app and the API calls of the benchmarks. Other API calls get an empty success. */
export function serve(): Promise<{ url: string; server: Server }> {
  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '/', 'http://localhost').pathname
    let text = ''
    for await (const chunk of req) text += chunk
    if (path.startsWith('/api/chat/')) return stream(res)
    const file = files.get(path.replace('/api/resource/content/', ''))
    if (file) return content(req, res, file)
    if (path === '/api/user/docs/detail') {
      const { resourceId } = JSON.parse(text) as { resourceId: string }
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(description(resourceId)))
      return
    }
    if (path.startsWith('/api/')) {
      const answer = calls[path]?.(text ? JSON.parse(text) : {}) ?? { code: 0 }
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
      return
    }
    const asset = extname(path) && existsSync(join(DIST, path)) ? join(DIST, path) : join(DIST, 'index.html')
    res
      .writeHead(200, { 'Content-Type': TYPES[extname(asset)] ?? 'application/octet-stream' })
      .end(readFileSync(asset))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, server })
    })
  })
}
