import { expect, it } from 'vitest'

const catalogues = import.meta.glob<Record<string, string>>('./locales/zh-CN/*.json', {
  eager: true,
  import: 'default',
})
const words: Record<string, string> = Object.assign({}, ...Object.values(catalogues))

// These texts use neutral wording instead of casual wording.
it.each([
  ['conversation.empty', '还没有对话'],
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
  ['document.status.failed', '解析失败'],
  ['research.stopped', '已停止，已读的资料还在'],
  ['reading.more', '加载更多'],
])('%s is %s', (id, want) => expect(words[id]).toBe(want))

it('offers imports as products do', () => expect(words['transfer.importNote']).toMatch(/^支持导入/))

it('talks nowhere else', () => {
  const talk = /就这些了|没有取到|没有加载出来|看不懂第|换站|不改就留着|登录着的|由谁回答|没有复制成功/
  expect(Object.entries(words).filter(([, text]) => talk.test(text))).toEqual([])
})

const texts = (files: Record<string, Record<string, string>>): [string, string][] =>
  Object.values(files).flatMap((file) => Object.entries(file))

const taiwan = texts(
  import.meta.glob<Record<string, string>>('./locales/zh-TW/*.json', { eager: true, import: 'default' }),
)
const english = texts(
  import.meta.glob<Record<string, string>>('./locales/en/*.json', { eager: true, import: 'default' }),
)

// Words of mainland China that stay after a conversion of characters, other words to be avoided in the
// zh-TW texts, and characters not used in Taiwan.
const mainland =
  /軟件|文件夾|默認|登錄|鏈接|信息|網絡|服務器|視頻|音頻|質量|屏幕|菜單|鼠標|搜索|數據庫|用戶(?!端)|賬號|保存|刷新|打印|短信|二維碼|掃碼|QR Code|高級|界面|接口|代碼|程序|緩存|硬件|智能體|大型模型|接入|打開|關鍵詞|查找|粘貼|複製粘貼|撤消|导|设|说|着/

it('speaks as Taiwan does', () => {
  const kept = ['妥善保存'] // this text means keeping something safe; Taiwan uses the same word
  expect(
    taiwan.filter(([, text]) => mainland.test(kept.reduce((t, word) => t.replace(word, ''), text))),
  ).toEqual([])
})

it('writes English apostrophes and words in one way', () => {
  expect(english.filter(([, text]) => /[a-z]'[a-z]/.test(text))).toEqual([])
  expect(
    english.filter(([, text]) =>
      /\b([Pp]ictures?|[Cc]onversations?|[Ss]ign in|[Bb]ound)\b/.test(text.replace(/\{\w+\}/g, '')),
    ),
  ).toEqual([])
})
