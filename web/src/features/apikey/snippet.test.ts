import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { snippet, ways } from './snippet'

const of = (way: (typeof ways)[number], question = '你好') =>
  snippet(way, 'https://wenqu.example', 'wq-abc', 'agent:x', question)

it('has the address, the key and the model in every program', () => {
  for (const way of ways) {
    expect(of(way)).toContain('wq-abc')
    expect(of(way)).toContain(way === 'mcp' ? 'https://wenqu.example/mcp' : 'https://wenqu.example/v1')
    if (way !== 'mcp') expect(of(way)).toContain('"agent:x"')
  }
})

it('passes a question with quotation marks through a shell', () => {
  const question = `it's "5 > 3"; $(id) \`id\` \\`
  const printed = execFileSync('bash', ['-c', `curl() { printf %s "\${!#}"; }; ${of('curl', question)}`])
  expect(JSON.parse(printed.toString()).messages[0].content).toBe(question)
})

it('is JSON for MCP clients', () => {
  expect(JSON.parse(of('mcp')).mcpServers.wenqu.headers.Authorization).toBe('Bearer wq-abc')
})
