// Personal API keys: created in the settings and used by OpenAI's SDK and curl, both unmodified.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import OpenAI from 'openai'
import { store } from './files'
import { accessible, Person, Town } from './people'
import { provider } from './server'
import { expect, modelAt, test } from './wenqu'

const run = promisify(execFile)

test('somebody makes a key, programs call by it, and its end stops them', async ({ page }) => {
  const model = await provider()
  const town = await Town.build(modelAt(model))
  try {
    const me = new Person(page, town)
    await me.go('/')
    await me.logIn('13800138061')
    await me.go('/setting')
    await page.getByRole('link', { name: '开放接口' }).click()
    await expect(page.getByText('还没有密钥')).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: '创建密钥' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '名称' }).fill('我的脚本')
    await dialog.getByRole('checkbox', { name: 'MCP' }).check()
    await accessible(page)
    await dialog.getByRole('button', { name: '创建密钥' }).click()
    const made = page.getByRole('dialog', { name: '密钥已创建' })
    const key = (await made.locator('p.font-mono').textContent()) ?? ''
    expect(key).toMatch(/^wq-[0-9A-Za-z]{46}$/)
    const curl = (await made.locator('pre').textContent()) ?? ''
    await accessible(page)
    await made.getByRole('button', { name: '已保存好' }).click()
    await expect(page.getByText('我的脚本')).toBeVisible()
    expect(await page.content()).not.toContain(key)

    // The example command on the page works as copied; -sS only hides the progress.
    const { stdout } = await run('bash', ['-c', `${curl} -sS`])
    expect(JSON.parse(stdout).choices[0].finish_reason).toBe('stop')

    const client = new OpenAI({ baseURL: `${town.server.url}/v1`, apiKey: key, maxRetries: 0 })
    const models = (await client.models.list()).data.map((m) => m.id)
    const agent = models.find((id) => id.startsWith('agent:'))!
    const plain = models.find((id) => id.includes('deepseek-chat') || id.startsWith('deep_seek_v3'))!
    expect(models).toContain('offline')
    expect((await client.models.retrieve(plain)).id).toBe(plain)

    const messages = [{ role: 'user' as const, content: '介绍一下西湖' }]
    const whole = await client.chat.completions.create({ model: plain, messages })
    expect(whole.choices[0]!.message.content).toContain('西湖')
    expect(whole.usage!.total_tokens).toBeGreaterThan(0)

    for (const id of [plain, agent]) {
      const stream = await client.chat.completions.create({
        model: id,
        messages,
        stream: true,
        stream_options: { include_usage: true },
      })
      let text = ''
      let finish: string | null = null
      let used = 0
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? ''
        finish = chunk.choices[0]?.finish_reason ?? finish
        used = chunk.usage?.total_tokens ?? used
      }
      expect(text).toContain('西湖')
      expect(finish).toBe('stop')
      expect(used).toBeGreaterThan(0)
    }

    // The SDK runs a function of this test and sends its result back.
    const asked: string[] = []
    const runner = client.chat.completions.runTools({
      model: plain,
      messages: [{ role: 'user', content: '[[tool weather {"city":"杭州"}]] 天气如何？' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: '天气',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
            parse: JSON.parse,
            function: (input: { city: string }) => {
              asked.push(input.city)
              return '晴，21 度'
            },
          },
        },
      ],
    })
    expect(await runner.finalContent()).toContain('晴，21 度')
    expect(asked).toEqual(['杭州'])

    // tool_choice is respected: a given function, or no function.
    const chooses = (tool_choice: OpenAI.ChatCompletionToolChoiceOption) =>
      client.chat.completions.create({
        model: plain,
        messages: [{ role: 'user', content: '[[tool weather {"city":"杭州"}]] 现在几点？' }],
        tools: ['weather', 'clock'].map((name) => ({ type: 'function' as const, function: { name } })),
        tool_choice,
      })
    const forced = (await chooses({ type: 'function', function: { name: 'clock' } })).choices[0]!
    expect(forced.finish_reason).toBe('tool_calls')
    expect(forced.message.tool_calls).toMatchObject([{ type: 'function', function: { name: 'clock' } }])
    const unforced = (await chooses('none')).choices[0]!
    expect(unforced.finish_reason).toBe('stop')
    expect(unforced.message.tool_calls).toBeUndefined()

    // The person's own agent answers from its file, and its tools run on the server.
    const rules = '签收后七日内可以退货，运费由买家承担。定制商品不能退货。'
    const file = await store(page, town.server, '退货须知.txt', Buffer.from(rules))
    const { body: draft } = await me.call<{ data: { agentId: string } }>('/api/user/agent/create', {
      spec: { name: '退货助手', persona: '你按退货须知回答。', files: [file], tools: ['calculator'] },
    })
    const mine = `agent:${draft.data.agentId}`
    expect((await client.models.list()).data).toContainEqual(
      expect.objectContaining({ id: mine, owned_by: 'agent', name: '退货助手' }),
    )
    const known = await client.chat.completions.create({
      model: mine,
      messages: [{ role: 'user', content: '签收后几日内可以退货？' }],
    })
    const said = known.choices[0]!.message
    expect(said.content).toContain('签收后七日内可以退货')
    // Positions of citations are counted in characters, and the addresses are complete.
    const cited = said.annotations!.map((a) => a.url_citation)
    expect(cited.map((c) => [...said.content!].slice(c.start_index, c.end_index).join(''))).toContain('[1]')
    expect(cited[0]).toMatchObject({ title: '退货须知.txt', url: expect.stringContaining(town.server.url) })

    const price = '[[tool calculator {"expression":"237*18"}]] 十八件一共多少钱？'
    const steps = await client.chat.completions.create({
      model: mine,
      messages: [{ role: 'user', content: price }],
      stream: true,
    })
    let sum = ''
    for await (const chunk of steps) {
      sum += chunk.choices[0]?.delta.content ?? ''
      expect(chunk.choices[0]?.delta.tool_calls).toBeUndefined()
    }
    expect(sum).toMatch(/查过了.*4,?266/)
    await expect(
      client.chat.completions.create({
        model: mine,
        messages,
        tools: [{ type: 'function', function: { name: 'weather' } }],
      }),
    ).rejects.toMatchObject({ status: 400, code: 'unsupported_parameter', param: 'tools' })

    const wrong = new OpenAI({
      baseURL: `${town.server.url}/v1`,
      apiKey: `${key.slice(0, -1)}!`,
      maxRetries: 0,
    })
    await expect(wrong.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    await expect(client.chat.completions.create({ model: 'nobody', messages })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    })
    await expect(client.embeddings.create({ model: 'x', input: 'x' })).rejects.toMatchObject({ status: 403 })

    // A client may disconnect during an answer. When a key is revoked, the server ends the answers under this key.
    const slow = {
      model: plain,
      messages: [{ role: 'user' as const, content: '[[slow]]' }],
      stream: true as const,
    }
    const left = await client.chat.completions.create(slow)
    for await (const _ of left) break
    expect(left.controller.signal.aborted).toBe(true)
    const held = await client.chat.completions.create(slow)
    await page.getByRole('button', { name: '撤销「我的脚本」' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
    await expect(page.getByText('还没有密钥')).toBeVisible()
    await expect(
      (async () => {
        for await (const _ of held);
      })(),
    ).rejects.toMatchObject({ code: 'invalid_api_key' })
    await expect(client.models.list()).rejects.toMatchObject({ status: 401 })
  } finally {
    await town.end()
    await model.kill()
  }
})
