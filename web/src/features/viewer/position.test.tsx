import { beforeEach, expect, it } from 'vitest'
import { storage } from '@/lib/storage'
import { type Position, prefs, REMEMBERED, recall, remember, setPrefs } from './position'

const at = (unit: number): Position => ({ unit, part: 0.25, zoom: 'auto', rotation: 0 })

beforeEach(() => localStorage.clear())

it('remembers each file for itself', () => {
  remember('a', at(3))
  remember('b', { ...at(7), zoom: 1.5, rotation: 90 })
  expect(recall('a')).toEqual(at(3))
  expect(recall('b')).toEqual({ unit: 7, part: 0.25, zoom: 1.5, rotation: 90 })
  expect(recall('c')).toBeUndefined()
  remember('a', at(9))
  expect(recall('a')?.unit).toBe(9)
})

it('forgets the file that was read longest ago', () => {
  for (let i = 0; i < REMEMBERED; i++) remember(`f${i}`, at(i + 1))
  remember('f0', at(2)) // f0 is read again
  remember('new', at(1))
  expect(recall('f0')).toBeDefined()
  expect(recall('f1')).toBeUndefined()
  expect(recall('f2')).toBeDefined()
})

it.each([
  'no json',
  '{}',
  'null',
  '[["a",null]]',
  '[["a",{"unit":0,"part":0,"zoom":1,"rotation":0}]]',
  '[["a",{"unit":1,"part":2,"zoom":1,"rotation":0}]]',
  '[["a",{"unit":1,"part":0,"zoom":"huge","rotation":0}]]',
  '[["a",{"unit":1,"part":0,"zoom":-1,"rotation":0}]]',
  '[["a",{"unit":1,"part":0,"zoom":1,"rotation":45}]]',
])('does not believe %s', (kept) => {
  storage.set('viewer.positions', kept)
  expect(recall('a')).toBeUndefined()
  remember('a', at(2))
  expect(recall('a')).toEqual(at(2))
})

it('keeps what was chosen of the viewer itself', () => {
  expect(prefs()).toEqual({ panel: null, wrap: true })
  setPrefs({ panel: 'thumbs' })
  setPrefs({ wrap: false })
  expect(prefs()).toEqual({ panel: 'thumbs', wrap: false })
  storage.set('viewer.prefs', '{"panel":"drawer"')
  expect(prefs()).toEqual({ panel: null, wrap: true })
})
