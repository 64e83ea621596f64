import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { foldDetail } from './history'
import type { Item, Message } from './types'

// For each transcript, the message from stored history is equal to the message from the stream.
const dir = `${import.meta.dirname}/../../../../../api/stream`
const names = readdirSync(dir)
  .filter((file) => file.endsWith('.json') && file !== 'schema.json')
  .map((file) => file.slice(0, -'.json'.length))

const one = (content: Item[], type: 'text' | 'think') => content.filter((it) => it.type === type).length <= 1

describe.each(names)('%s', (name) => {
  const message: Message = JSON.parse(readFileSync(`${dir}/${name}.json`, 'utf8')).message
  test('history shows what the stream showed', () => {
    const { kind, state, status, cutoff, hidden, errorCode, errorMsg, meta, content } = message
    const shown = { kind, state, status, cutoff, hidden, errorCode, errorMsg, meta }
    const flat = one(content, 'text') && one(content, 'think')
    const page = foldDetail({
      convs: [
        { index: 1, speaker: 'human' },
        {
          index: 2,
          speaker: 'ai',
          speechesV2: [{ ...shown, ...(flat ? { content } : { content: [], parts: content }) }],
        },
      ],
    })
    expect(page.turns[0]!.answer.versions[0]!.message).toEqual({ ...shown, content, began: true })
  })
})
