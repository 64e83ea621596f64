/** A file of the library. The library is in memory, so that its pages need no server during development. */
interface Doc {
  id: string
  fileName: string
  type: string
  docType: string
  size: number
  status: string
  progress: number
  units: number
  unitKind: string
  warnings: string[]
  errorCode: string
  errorMsg: string
  thumbUrl: string
  width: number
  height: number
  createTime: number
  lastUsedTime: number
}

type Body = Record<string, unknown>

const day = 86_400
const now = () => Math.floor(Date.now() / 1000)
const thumb = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="hsl(${hue} 45% 72%)"/><circle cx="280" cy="110" r="60" fill="hsl(${hue} 60% 88%)"/></svg>`,
  )}`

const kinds: Record<string, string> = {
  pdf: 'pdf',
  docx: 'doc',
  xlsx: 'excel',
  pptx: 'ppt',
  md: 'code',
  txt: 'txt',
  png: 'image',
  jpg: 'image',
  mp3: 'audio',
}

let next = 0
function make(fileName: string, size: number, ago: number, part: Partial<Doc> = {}): Doc {
  const docType = fileName.split('.').pop() ?? ''
  const type = kinds[docType] ?? 'file'
  const image = type === 'image'
  return {
    id: `mock-document-${next++}`,
    fileName,
    type,
    docType,
    size,
    status: image || type === 'audio' ? 'stored' : 'ready',
    progress: 1,
    units: type === 'pdf' ? 12 : type === 'ppt' ? 24 : type === 'excel' ? 3 : 1,
    unitKind: type === 'pdf' ? 'page' : type === 'ppt' ? 'slide' : type === 'excel' ? 'sheet' : 'section',
    warnings: [],
    errorCode: '',
    errorMsg: '',
    thumbUrl: image ? thumb(next * 67) : '',
    width: image ? 1600 : 0,
    height: image ? 1200 : 0,
    createTime: now() - Math.round(ago * day),
    lastUsedTime: 0,
    ...part,
  }
}

let docs: Doc[] = [
  make('租房合同（2026 年续签）.pdf', 482_133, 0.01),
  make('三季度销售明细 - 按大区与产品线汇总，含同比环比与预测（最终版 v3）.xlsx', 1_204_992, 0.2),
  make('年度汇报.pptx', 8_830_112, 0.9, { status: 'parsing', progress: 0.4 }),
  make('工资单.pdf', 92_001, 1.5, {
    status: 'failed',
    errorCode: '20050',
    errorMsg: '「工资单.pdf」有密码，请输入密码后再读。',
  }),
  make('白板照片.jpg', 2_411_008, 2),
  make('Attention Is All You Need.pdf', 2_215_244, 5, { units: 15 }),
  make('扫描件.pdf', 10_022_144, 8, { warnings: ['noText', 'truncated'] }),
  make('会议记录.docx', 41_882, 20),
  make('损坏的表.xlsx', 18_221, 25, {
    status: 'failed',
    errorCode: '20054',
    errorMsg: '「损坏的表.xlsx」已损坏，打不开。请检查后重新上传。',
  }),
  make('README.md', 3211, 40),
  make('采访录音.mp3', 31_002_113, 60),
  make('logo.png', 18_220, 90),
  make('旧笔记.txt', 930, 400),
]

const view = (d: Doc) => ({ ...d, title: '', url: `/api/resource/content/${d.id}`, updateTime: d.createTime })

/** Advances the parsing of a file by one step. It is called at each request for the status of the file. */
function step(d: Doc): Doc {
  if (d.status !== 'parsing' && d.status !== 'queued') return d
  d.progress = Math.min(1, d.progress + 0.25)
  d.status = d.progress >= 1 ? 'ready' : 'parsing'
  return d
}

const ids = (body: Body) => (body.resourceIds as string[] | undefined) ?? [String(body.resourceId)]
const one = (body: Body) => docs.find((d) => d.id === body.resourceId)
const uploads = new Map<string, { fileName: string; size: number }>()

export const documentRoutes: Record<string, (body: Body) => unknown> = {
  '/api/resource/genUploadInfo': ({ fileName, size }) => {
    const ticket = `t${next++}`
    uploads.set(ticket, { fileName: String(fileName), size: Number(size) })
    return { code: 0, uploadUrl: `/api/resource/upload/${ticket}`, resourceId: ticket, maxSize: 104_857_600 }
  },
  '/api/resource/check/status': (body) => ({
    code: 0,
    data: { list: docs.filter((d) => ids(body).includes(d.id)).map((d) => view(step(d))) },
  }),
  '/api/resource/asyncFileParse': (body) => {
    const d = one(body)
    if (d) Object.assign(d, { status: 'parsing', progress: 0, errorCode: '', errorMsg: '' })
    return { code: 0, data: d && view(d) }
  },
  '/api/user/docs/v2/list': ({ type, sort, cursor, page_size }) => {
    const by: Record<string, (a: Doc, b: Doc) => number> = {
      name: (a, b) => a.fileName.localeCompare(b.fileName),
      size: (a, b) => b.size - a.size,
      used: (a, b) => b.lastUsedTime - a.lastUsedTime,
    }
    const all = docs
      .filter((d) => !type || d.type === type)
      .sort(by[String(sort)] ?? ((a, b) => b.createTime - a.createTime))
    const from = Number(cursor || 0)
    const to = from + Number(page_size)
    return {
      code: 0,
      data: {
        docs: all.slice(from, to).map(view),
        cursor: to < all.length ? String(to) : '',
        hasMore: to < all.length,
      },
    }
  },
  '/api/user/docs/v2/filter': () => {
    const types = new Map<string, { type: string; count: number; size: number }>()
    for (const d of docs) {
      const row = types.get(d.type) ?? { type: d.type, count: 0, size: 0 }
      types.set(d.type, { ...row, count: row.count + 1, size: row.size + d.size })
    }
    return { code: 0, data: { types: [...types.values()] } }
  },
  '/api/user/docs/search': ({ keyword }) => ({
    code: 0,
    docs: docs.filter((d) => d.fileName.includes(String(keyword))).map(view),
    hits: docs
      .filter((d) => d.status === 'ready')
      .slice(0, 3)
      .map((d, i) => ({
        resourceId: d.id,
        fileName: d.fileName,
        unit: i + 2,
        unitKind: d.unitKind,
        heading: '第三条　费用',
        quote: `租赁期满，承租人按约定${String(keyword)}，出租人应在七个工作日内无息退还押金。`,
      })),
  }),
  '/api/user/docs/update': (body) => {
    Object.assign(one(body) ?? {}, { fileName: body.fileName })
    return { code: 0 }
  },
  '/api/user/docs/delete': (body) => {
    docs = docs.filter((d) => !ids(body).includes(d.id))
    return { code: 0 }
  },
  '/api/user/docs/usage': () => ({
    code: 0,
    conversations: [{ id: 'mock-conversation-0', title: '押金什么时候退', lastRepliedAt: now() - 900 }],
  }),
}

/** Handles an upload: adds the file to the library. Returns null if there is no upload for the path. */
export function put(path: string, bytes: number): unknown {
  const upload = uploads.get(path.split('/').pop() ?? '')
  if (!upload) return null
  const doc = make(upload.fileName, bytes, 0)
  if (doc.status === 'ready') Object.assign(doc, { status: 'parsing', progress: 0 })
  docs = [doc, ...docs]
  return { code: 0, resourceId: doc.id, offset: bytes, complete: true, data: view(doc) }
}
