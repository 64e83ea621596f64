import { expect, it } from 'vitest'
import { spaced } from './spaced'

it.each([
  ['问渠', 'wide'],
  ['問渠那得清如許', 'wide'],
  ['Wenqu', ''],
  ['问渠 AI', ''],
  ['早上好，Ängström', ''],
])('%s → %j', (text, want) => expect(spaced(text, 'wide')).toBe(want))
