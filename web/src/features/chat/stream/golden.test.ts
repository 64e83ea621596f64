import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Decoder, incomplete, type Message, newMessage, plainText, reduce } from '.'

// The transcripts are also read by internal/stream/golden_test.go: Go and TypeScript must agree.
const dir = `${import.meta.dirname}/../../../../../api/stream`
const names = readdirSync(dir)
  .filter((file) => file.endsWith('.sse'))
  .map((file) => file.slice(0, -'.sse'.length))

function deepFreeze<T>(v: T): T {
  if (typeof v === 'object' && v !== null && !Object.isFrozen(v)) {
    Object.freeze(v)
    for (const part of Object.values(v)) deepFreeze(part)
  }
  return v
}

function replay(raw: Uint8Array, step: number) {
  const decoder = new Decoder()
  const all = []
  for (let i = 0; i < raw.length; i += step) all.push(...decoder.write(raw.subarray(i, i + step)))
  all.push(...decoder.close())
  let message: Message = newMessage()
  // Messages are frozen, so that a fold throws if it changes an earlier message in place.
  for (const { event } of all) message = reduce(deepFreeze(message), deepFreeze(event))
  return {
    message,
    incomplete: incomplete(message),
    plainText: plainText(message),
    numbers: all.map(({ n }) => n),
  }
}

test('there are enough transcripts', () => expect(names.length).toBeGreaterThanOrEqual(30))

describe.each(names)('%s', (name) => {
  const raw = new Uint8Array(readFileSync(`${dir}/${name}.sse`))
  const want = JSON.parse(readFileSync(`${dir}/${name}.json`, 'utf8'))
  test.each([Math.max(1, raw.length), 5, 1])('cut into %d bytes', (step) => {
    expect(replay(raw, step)).toEqual(want)
  })
})
