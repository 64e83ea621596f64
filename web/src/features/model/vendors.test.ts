import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { anyServer, vendors } from './vendors'

const go = readFileSync('../internal/llm/vendors.go', 'utf8')

it('says of each vendor what the server says', () => {
  const rows = [...go.matchAll(/ID: "(\w+)", Name: "([^"]+)"[\s\S]*?Line:\s+"([^"]+)"/g)]
  expect(rows.length).toBeGreaterThan(3)
  expect(vendors.map(({ id, name, line }) => ({ id, name, line }))).toEqual(
    rows.map(([, id, name, line]) => ({ id, name, line })),
  )
})

it('gives the key as the user of the address', () => {
  expect(new URL(anyServer.replace('LLM_URL=', '')).username).toBe('KEY')
})
