import { expect, it } from 'vitest'
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
  ['notice.post', '0b9c', ''],
  ['provider.test', 'deepseek', 'deepseek'],
  ['system.backup', 'wenqu-1.db', 'wenqu-1.db'],
])('%s says what it was done to', (action, target, want) => {
  expect(targetOf(t, action, target, nameOf)).toBe(want)
})

it.each([
  ['user.change', 'role=1', '设为管理员'],
  ['user.change', 'role=0', '取消管理员'],
  ['user.change', 'disabled=true', '停用账号'],
  ['user.change', 'disabled=false', '恢复账号'],
  ['user.change', 'bannedUntil=0 ', '马上恢复'],
  ['user.change', 'bannedUntil=86400000 刷屏', '暂停提问到 1970-01-02 · 刷屏'],
  ['settings.save', '每人每天可提的问题 · 登录用户', '每人每天可提的问题 · 登录用户'],
])('%s %s in words', (action, detail, want) => {
  expect(detailOf(t, action, detail, at)).toBe(want)
})

it.each([
  ['127.0.0.1', '本机'],
  ['::1/64', '本机'],
  ['loopback', '本机'],
  ['203.0.113.9', '203.0.113.9'],
])('%s is %s', (network, want) => expect(networkName(t, network)).toBe(want))
