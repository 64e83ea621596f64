import { afterAll, expect, it } from 'vitest'
import { activateLocale, locales, t } from '@/i18n'
import { stepCodes } from '../stream'
import type { StepEvent } from './types'
import { lineOf } from './work'

const step = (code: string, ...args: string[]) =>
  ({ type: 'step', msg: '原来的话', code, args }) as unknown as StepEvent

afterAll(() => activateLocale('zh-CN'))

it('says every code in every language with all it was told', async () => {
  for (const locale of locales) {
    await activateLocale(locale)
    for (const [code, names] of Object.entries(stepCodes)) {
      const args = names.map((name) => (name === 'count' || name === 'more' ? '7' : `<${name}>`))
      const line = lineOf(step(code, ...args), t)
      expect(line, `${locale} ${code}`).not.toBe('原来的话')
      expect(line, `${locale} ${code}`).not.toContain('chat.step')
      for (const [i, arg] of args.entries()) {
        if (code === 'said') continue
        expect(line, `${locale} ${code} ${names[i]}`).toContain(arg)
      }
    }
    expect(lineOf(step('said', '识别为', '識別為', 'Recognised as'), t)).toBe(
      { 'zh-CN': '识别为', 'zh-TW': '識別為', en: 'Recognised as' }[locale],
    )
  }
})

it('lists names, and says how many are not listed only when there are some', async () => {
  await activateLocale('zh-CN')
  expect(lineOf(step('toomany', '200', '0', 'a.pdf', 'b.pdf'), t)).toBe(
    '文件太多，一次回答最多读 200 个，没有读：《a.pdf》、《b.pdf》',
  )
  expect(lineOf(step('notseen', '8', '3', 'a.png'), t)).toBe(
    '图片较多，只看了 8 张，没有看：《a.png》等，还有 3 张',
  )
  await activateLocale('en')
  expect(lineOf(step('nottaken', '20', '2', 'a.pdf', 'b.pdf'), t)).toMatch(/: “a\.pdf”, “b\.pdf” and 2 more$/)
})

it('takes a step as it was sent where args are missing or the code is of a later version', () => {
  expect(lineOf(step('garbled', 'a.pdf'), t)).toBe('原来的话')
  expect(lineOf(step('later'), t)).toBe('原来的话')
  expect(lineOf(step('toString'), t)).toBe('原来的话')
})
