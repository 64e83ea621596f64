import { describe, expect, it } from 'vitest'
import { placeOf } from './place'

describe('placeOf', () => {
  it('reads a message and its version', () => {
    expect(placeOf('12.3')).toEqual({ index: 12, repeat: 3 })
    expect(placeOf('12')).toEqual({ index: 12, repeat: 0 })
  })

  it.each([undefined, '', '0', '-1', '1.', '1.x', 'x', '1.2.3', '1'.repeat(20), '%00'])('refuses %j', (at) =>
    expect(placeOf(at)).toBeNull(),
  )
})
