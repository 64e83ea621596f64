import { expect, it, vi } from 'vitest'
import { foldText } from '../text/fold'
import { Finder, type FindResult } from './finder'

const pages = ['甲 乙', '无', '乙乙', '无', '丙乙']
const textOf = async (place: number) => foldText(pages[place - 1]!)
const finder = (words: string, heard: (r: FindResult) => void = () => {}) =>
  new Finder(words, textOf, pages.length, heard)

it('counts the whole file and says when it is done', async () => {
  const heard: FindResult[] = []
  await finder('乙', (r) => heard.push(r)).scan(3)
  expect(heard.at(-1)).toEqual({ total: 4, index: 0, done: true })
})

it('shows the first hit from where the reader is before the rest is read', async () => {
  const read = vi.fn(textOf)
  const f = new Finder('乙', read, pages.length, () => {})
  expect(await f.first(2)).toEqual({ place: 3, nth: 0 })
  expect(read.mock.calls.map(([place]) => place)).toEqual([2, 3])
  expect(f.result).toEqual({ total: 2, index: 1, done: false })
})

it('steps through all hits and around both ends', async () => {
  const f = finder('乙')
  await f.scan(1)
  const seen = []
  for (let i = 0; i < 5; i++) {
    const hit = i === 0 ? await f.first(1) : await f.step(1, 1)
    seen.push([hit!.place, hit!.nth, f.result.index])
  }
  expect(seen).toEqual([
    [1, 0, 1],
    [3, 0, 2],
    [3, 1, 3],
    [5, 0, 4],
    [1, 0, 1],
  ])
  expect(await f.step(-1, 1)).toEqual({ place: 5, nth: 0 })
  expect(await f.step(-1, 1)).toEqual({ place: 3, nth: 1 })
})

it('goes around a file with one hit', async () => {
  const f = finder('丙')
  expect(await f.first(1)).toEqual({ place: 5, nth: 0 })
  expect(await f.step(1, 1)).toEqual({ place: 5, nth: 0 })
  expect(await f.step(-1, 1)).toEqual({ place: 5, nth: 0 })
})

it('finds nothing without going in circles', async () => {
  const f = finder('丁')
  expect(await f.first(1)).toBeNull()
  expect(f.result).toEqual({ total: 0, index: 0, done: true })
})

it('says nothing after it was stopped', async () => {
  const heard = vi.fn()
  const f = finder('乙', heard)
  const scan = f.scan(1)
  f.stop()
  await scan
  expect(heard).not.toHaveBeenCalled()
  expect(await f.first(1)).toBeNull()
})
