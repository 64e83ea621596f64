// @vitest-environment node

import { expect, it } from 'vitest'

const catalogues = import.meta.glob<Record<string, string>>('./locales/zh-CN/*.json', {
  eager: true,
  import: 'default',
})
const words: Record<string, string> = Object.assign({}, ...Object.values(catalogues))

// What a product says, where it once talked.
it.each([
  ['conversation.end', '没有更多了'],
  ['conversation.loadFailed', '对话列表加载失败'],
  ['model.now', '当前模型'],
  ['page.notFound', '页面不存在'],
  ['page.error', '页面加载失败'],
  ['shell.userMenu', '账号操作'],
  ['account.device.current', '当前设备'],
  ['account.device.intro', '发现陌生设备，请立即退出。'],
  ['account.leave', '账号操作'],
  ['account.message.more', '加载更多'],
  ['account.middle.title', '跨站登录'],
  ['admin.loadFailed', '加载失败'],
  ['admin.more', '加载更多'],
  ['admin.provider.keyKept', '已保存，留空不变'],
  ['admin.word.wrong', '第 {lines} 行格式有误'],
  ['chat.interrupted', '连接中断，已保留收到的部分'],
  ['document.end', '没有更多了'],
  ['reading.more', '加载更多'],
])('%s is %s', (id, want) => expect(words[id]).toBe(want))

it('offers imports as products do', () => expect(words['transfer.importNote']).toMatch(/^支持导入/))

it('talks nowhere else', () => {
  const talk = /就这些了|没有取到|没有加载出来|看不懂第|换站|不改就留着|登录着的|由谁回答|没有复制成功/
  expect(Object.entries(words).filter(([, text]) => talk.test(text))).toEqual([])
})
