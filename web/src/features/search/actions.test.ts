import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { actions, matchActions } from './actions'

const around = { user: false, admin: false, onNewChat: () => {}, onHelp: () => {} }
const labels: Record<string, string> = {
  'shell.setting': '设置',
  'shell.admin': '管理',
  'shortcuts.title': '快捷键',
}
const match = (query: string, more: Partial<typeof around> = {}) =>
  matchActions(query, { ...around, ...more }, (id) => labels[id] ?? id).map((a) => a.id)

describe('the table of actions', () => {
  it('has a page or a deed in every row, and each once', () => {
    for (const a of actions) expect(Boolean(a.to) !== Boolean(a.run), a.id).toBe(true)
    expect(new Set(actions.map((a) => a.id)).size).toBe(actions.length)
  })

  it('leads to pages that are there', () => {
    const routes = readFileSync('src/app/routes.tsx', 'utf8')
    for (const { to } of actions) if (to) expect(routes).toMatch(new RegExp(`'${to}(/:\\w+\\?)?'`))
  })

  it('writes its other words in small letters', () => {
    for (const a of actions) expect(a.words).toBe(a.words.toLowerCase())
  })
})

describe('matchActions', () => {
  it('finds by label, other languages, pinyin and full width', () => {
    expect(match('设置')).toContain('setting')
    expect(match('設定')).toContain('setting')
    expect(match('SHEZHI')).toEqual(['setting'])
    expect(match('ｋｊｊ')).toEqual(['keys'])
    expect(match('dark theme')).toEqual(['dark'])
    expect(match('没有')).toEqual([])
  })

  it('offers nobody what is not theirs', () => {
    expect(match('管理')).toEqual([])
    expect(match('管理', { admin: true })).toEqual(['admin'])
    expect(match('zhanghao')).toEqual([])
    expect(match('zhanghao', { user: true })).toEqual(['account'])
  })
})
