import { describe, expect, it } from 'vitest'
import { badge, fileGroup, fileSize, wan } from './format'

describe('badge', () => {
  it.each([
    [0, '0'],
    [99, '99'],
    [100, '99+'],
  ])('%i → %s', (n, want) => expect(badge(n)).toBe(want))
})

describe('wan', () => {
  it.each([
    [9999, '9999'],
    [10_000, '1万'],
    [12_345, '1.2万'],
    [199_999, '19.9万'],
    [1_000_000, '100万'],
  ])('%i → %s', (n, want) => expect(wan(n)).toBe(want))
})

describe('fileSize', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [260_300, '254 KB'],
    [12_911, '12.61 KB'],
    [31_457_280, '30 MB'],
    [104_857_600, '100 MB'],
  ])('%i → %s', (n, want) => expect(fileSize(n)).toBe(want.replace(' ', '\u00a0')))
})

describe('fileGroup', () => {
  it.each([
    ['a.txt', 'text/plain', 'txt'],
    ['a.py', 'text/plain', 'code'],
    ['a.vue', '', 'code'],
    ['a.PDF', '', 'pdf'],
    ['a', 'application/pdf; charset=x', 'pdf'],
    ['a.docx', '', 'doc'],
    ['a.csv', 'text/csv', 'excel'],
    ['a.pptx', '', 'ppt'],
    ['a', 'text/x-unknown', 'code'],
    ['a.zip', 'application/zip', 'file'],
    ['noext', '', 'file'],
  ])('%s %s → %s', (name, mime, want) => expect(fileGroup(name, mime)).toBe(want))
})
