import { expect, test } from 'vitest'
import { KEPT, lines, pairs } from './calls'

test('headers and variables are read as they are written', () => {
  const headers = { 'X-Key': 'a: b', 'X-Kept': KEPT }
  expect(pairs(lines(headers, ': '), ': ')).toEqual(headers)
  const env = { PATH: '/bin', OPTS: 'a=b' }
  expect(pairs(lines(env, '='), '=')).toEqual(env)
  expect(pairs('no mark\n: no name\n\n A :  b ', ': ')).toEqual({ A: 'b' })
})
