import { afterEach, expect, it, vi } from 'vitest'
import { diagramsIn, drawn } from './diagrams'

const draw = vi.hoisted(() => vi.fn())
const toPng = vi.hoisted(() => vi.fn())
vi.mock('@/features/diagram', () => ({ draw, toPng }))
afterEach(() => vi.clearAllMocks())

it('finds diagrams at their own indent, each once', () => {
  const text = [
    '```mermaid\nmindmap\n  root\n    a\n```',
    '- 项\n\n  ```mermaid\n  mindmap\n    root\n  ```',
    '> ~~~mermaid\n> pie\n>   "a": 1\n> ~~~',
    '```mermaid\nmindmap\n  root\n    a\n```',
    '```go\nmermaid\n```',
    '```mermaid\n没有结束',
  ].join('\n\n')
  expect(diagramsIn(text)).toEqual(['mindmap\n  root\n    a', 'mindmap\n  root', 'pie\n  "a": 1', '没有结束'])
})

it('sends what can be drawn, within what the server takes', async () => {
  draw.mockImplementation(async (source: string) => {
    if (source === 'bad') throw new Error('no diagram')
    return { source }
  })
  toPng.mockImplementation(async ({ source }: { source: string }) =>
    source === 'huge' ? { size: 3 << 20 } : new Blob(['png']),
  )
  const text = ['pie', 'bad', 'huge'].map((s) => `\`\`\`mermaid\n${s}\n\`\`\``).join('\n')
  expect(await drawn(text)).toEqual([{ source: 'pie', png: btoa('png') }])
  expect(draw).toHaveBeenCalledWith('pie', 'light')
  const many = Array.from({ length: 60 }, (_, i) => `\`\`\`mermaid\n${i}\n\`\`\``).join('\n')
  expect(await drawn(many)).toHaveLength(40)
  expect(await drawn('没有图')).toEqual([])
})
