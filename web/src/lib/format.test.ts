import { describe, expect, it } from 'vitest'
import { badge, count, fileSize, seconds } from './format'

describe('badge', () => {
  it.each([
    [0, '0'],
    [99, '99'],
    [100, '99+'],
  ])('%i → %s', (n, want) => expect(badge(n)).toBe(want))
})

describe('count', () => {
  it.each([
    [7, '7', '7', '7'],
    [1234, '1,234', '1,234', '1,234'],
    [9999, '9,999', '9,999', '9,999'],
    [10_000, '1万', '1萬', '10K'],
    [12_345, '1.2万', '1.2萬', '12.3K'],
    [199_999, '19.9万', '19.9萬', '199.9K'],
    [1_000_000, '100万', '100萬', '1M'],
    [123_456_789, '1.2亿', '1.2億', '123.4M'],
  ])('%i', (n, ...want) => expect(['zh-CN', 'zh-TW', 'en'].map((l) => count(n, l))).toEqual(want))
})

describe('seconds', () => {
  it.each([
    [12, '0.012'],
    [412, '0.41'],
    [2345, '2.3'],
    [12_345, '12'],
    [1_234_567, '1,235'],
  ])('%i', (ms, want) => expect(['zh-CN', 'en'].map((l) => seconds(ms, l))).toEqual([want, want]))
})

describe('fileSize', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [260_300, '254 KB'],
    [1500, '1.46 KB'],
    [12_911, '12.6 KB'],
    [1_048_575, '1 MB'],
    [31_457_280, '30 MB'],
    [31_429_000, '30 MB'],
    [104_857_600, '100 MB'],
    [1_073_741_824, '1 GB'],
    [5_683_281_920, '5.29 GB'],
  ])('%i → %s', (n, want) => expect(fileSize(n)).toBe(want.replace(' ', '\u00a0')))
})
