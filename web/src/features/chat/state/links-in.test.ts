import { expect, test } from 'vitest'
import { linksIn } from './links-in'

test('links are found between words of Chinese, once, without what ends the sentence', () => {
  expect(linksIn('看看https://a.example/x?y=1，还有 http://b.example. 和 https://a.example/x?y=1')).toEqual([
    'https://a.example/x?y=1',
    'http://b.example',
  ])
  expect(linksIn('https:// ftp://a.example www 没有')).toEqual([])
  expect(linksIn('https://a.example https://b.example https://c.example https://d.example')).toHaveLength(3)
})
