/** The examples on the page, in their order. */
export const ways = ['curl', 'python', 'javascript', 'mcp'] as const
export type Way = (typeof ways)[number]

/** Code to copy; for `mcp`, the configuration of a client. `key` is the full key or a placeholder. */
export function snippet(way: Way, origin: string, key: string, model: string, question: string): string {
  const base = `${origin}/v1`
  const messages = JSON.stringify([{ role: 'user', content: question }])
  switch (way) {
    case 'curl':
      return [
        `curl ${base}/chat/completions \\`,
        `  -H "Authorization: Bearer ${key}" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '${JSON.stringify({ model, messages: JSON.parse(messages) }).replaceAll("'", "'\\''")}'`,
      ].join('\n')
    case 'python':
      return [
        '# pip install openai',
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url="${base}", api_key="${key}")`,
        'stream = client.chat.completions.create(',
        `    model=${JSON.stringify(model)},`,
        `    messages=${messages},`,
        '    stream=True,',
        ')',
        'for chunk in stream:',
        '    if chunk.choices:',
        '        print(chunk.choices[0].delta.content or "", end="")',
      ].join('\n')
    case 'javascript':
      return [
        '// npm install openai',
        "import OpenAI from 'openai'",
        '',
        `const client = new OpenAI({ baseURL: '${base}', apiKey: '${key}' })`,
        'const stream = await client.chat.completions.create({',
        `  model: ${JSON.stringify(model)},`,
        `  messages: ${messages},`,
        '  stream: true,',
        '})',
        "for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '')",
      ].join('\n')
    case 'mcp':
      return JSON.stringify(
        {
          mcpServers: {
            wenqu: { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } },
          },
        },
        null,
        2,
      )
  }
}
