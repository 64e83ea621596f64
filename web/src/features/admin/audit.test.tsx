import { expect, it } from 'vitest'
import type { AdminEntry } from '@/api'
import { t } from '@/i18n'
import { detailOf, targetOf } from './audit'
import { networkName } from './network'

const nameOf = (id: string) => `「${id}」`
const at = (ms: number) => new Date(ms).toISOString().slice(0, 10)

it.each([
  ['settings.save', 'providers', '模型服务'],
  ['settings.save', 'moderation', '内容规则'],
  ['settings.save', 'apikeys', '个人密钥（开放接口）'],
  ['settings.save', 'tools', '工具'],
  ['settings.save', 'research', '深度研究'],
  ['user.change', 'u1', '「u1」'],
  ['user.logout', 'u1', '「u1」'],
  ['notice.post', '停机通知', '停机通知'],
  ['provider.test', '深度求索', '深度求索'],
  ['system.backup', 'wenqu-1.db', 'wenqu-1.db'],
])('%s says what it was done to', (action, target, want) => {
  expect(targetOf(t, action, target, nameOf)).toBe(want)
})

const entry = (action: string, detail: string, more: Partial<AdminEntry> = {}): AdminEntry =>
  ({
    id: '',
    at: 0,
    actorId: '',
    network: '',
    target: '',
    changes: [],
    action,
    detail,
    ...more,
  }) as AdminEntry

it.each([
  ['user.change', 'role=1', ['设为管理员']],
  ['user.change', 'role=0', ['取消管理员']],
  ['user.change', 'disabled=true', ['停用账号']],
  ['user.change', 'disabled=false', ['恢复账号']],
  ['user.change', 'bannedUntil=0 ', ['马上恢复']],
  ['user.change', 'bannedUntil=86400000 刷屏 role=1', ['暂停提问到 1970-01-02 · 刷屏 role=1']],
  ['user.change', 'role=0 disabled=true bannedUntil=0 ', ['取消管理员', '停用账号', '马上恢复']],
  ['agent.review', 'approve 3', ['通过 · 版本 3']],
  ['agent.review', 'refuse 3 没有写明 用途', ['不通过 · 版本 3 · 没有写明 用途']],
  ['agent.review', 'takeDown 抄袭', ['下架 · 抄袭']],
  ['agent.review', 'dismiss', ['不处理']],
  ['agent.review', 'feature', ['推荐位']],
  ['share.review', 'down', ['下架']],
  ['share.review', 'up', ['恢复']],
  ['share.review', 'dismiss', ['不处理']],
  ['feedback.handle', 'handled=true', ['标为已处理']],
  ['feedback.handle', 'handled=false', ['重新打开']],
  ['system.backup', '', []],
])('%s %s in words', (action, detail, want) => {
  expect(detailOf(t, entry(action, detail), at, 'zh-CN')).toEqual(want)
})

type Change = Partial<AdminEntry['changes'][number]>
const path = (...all: string[]) => all.map((path) => ({ path, label: '' }))

it.each<[string, Change, string]>([
  ['providers', { how: 'added', list: 'providers', name: '深度求索' }, '添加「深度求索」'],
  ['providers', { how: 'removed', list: 'providers', name: '深度求索' }, '删除「深度求索」'],
  [
    'providers',
    { how: 'changed', list: 'providers', name: 'Kimi', fields: path('baseUrl', 'key', 'disabled') },
    '修改「Kimi」：接口地址、密钥和启用状态',
  ],
  [
    'providers',
    {
      how: 'changed',
      list: 'providers',
      name: 'Kimi',
      fields: path('aliases.gpt 4.1', 'aliases.x', 'models[kimi-k2.5]'),
    },
    '修改「Kimi」：别名和模型 kimi-k2.5',
  ],
  ['providers', { how: 'moved', list: 'providers' }, '调整了顺序'],
  ['providers', { how: 'changed', fields: path('defaultModel') }, '修改：默认模型'],
  ['search', { how: 'added', list: 'sources', name: '博查' }, '添加「博查」'],
  [
    'search',
    {
      how: 'changed',
      list: 'sources',
      name: '博查',
      fields: path('cost', 'dailyLimit', 'fallOver', 'keyId', 'local', 'option', 'proxy', 'url'),
    },
    '修改「博查」：每次的费用、每天搜索次数上限、作为候补、SecretId、本地服务、搜索引擎、代理和接口地址',
  ],
  ['search', { how: 'changed', fields: path('media') }, '修改：AI 搜索的回答配图'],
  ['moderation', { how: 'changed', fields: path('allow', 'words') }, '修改：放行的说法和内容规则'],
  [
    'general',
    {
      how: 'changed',
      fields: path('appTip.en', 'appTip.zh-CN', 'greetings', 'guidance.zh-CN', 'inspirations'),
    },
    '修改：问候、引导语、好问题和其他内容',
  ],
  ['general', { how: 'changed', list: 'plugins', name: 'Adaptive', fields: path('show') }, '修改：其他内容'],
  [
    'limits',
    { how: 'changed', fields: [{ path: 'day.user', label: '每天的问题 · 登录用户' }] },
    '修改：每天的问题 · 登录用户',
  ],
  ['limits', { how: 'same' }, '没有改动'],
  ['limits', { how: 'reset' }, '恢复为启动时的设置'],
  ['a section of a newer version', { how: 'changed', fields: path('some.field') }, '修改：其他内容'],
])('%s: a saved change is told in words', (target, change, want) => {
  const changes = [{ list: '', name: '', fields: [], ...change }] as AdminEntry['changes']
  expect(detailOf(t, entry('settings.save', '', { target, changes }), at, 'zh-CN')).toEqual([want])
})

it.each([
  ['127.0.0.1', '本机'],
  ['::1/64', '本机'],
  ['loopback', '本机'],
  ['203.0.113.9', '203.0.113.9'],
])('%s is %s', (network, want) => expect(networkName(t, network)).toBe(want))
