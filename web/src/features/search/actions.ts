import {
  Bell,
  BookOpenText,
  Brain,
  Cable,
  CircleUser,
  FileText,
  Gauge,
  History,
  Keyboard,
  KeyRound,
  Layers,
  type LucideIcon,
  MessageCirclePlus,
  MonitorSmartphone,
  Moon,
  Plug,
  Settings,
  Shapes,
  Share2,
  Star,
  Sun,
  Wrench,
} from 'lucide-react'
import type { MessageId } from '@/i18n'
import { boot } from '@/lib/boot'
import { navigate } from '@/lib/router'
import { slot } from '@/lib/slot'
import { setThemeMode } from '@/lib/theme'

/** The state and the functions of the page for the actions. */
export interface Around {
  user: boolean
  admin: boolean
  onNewChat: () => void
  onHelp: () => void
}

export interface Action {
  id: string
  icon: LucideIcon
  label: MessageId
  /** Further search words in lower case, in any language, including pinyin. */
  words: string
  /** The address of the page to open. An action without an address calls `run`. */
  to?: string
  run?: (around: Around) => void
  /** Whether the action is available; undefined: always. */
  shown?: (around: Around) => boolean
}

/** The actions offered by the search; most actions open a page. */
export const actions: readonly Action[] = [
  {
    id: 'newChat',
    icon: MessageCirclePlus,
    label: 'shell.newChat',
    words: 'new chat conversation 新建 开始 開始 xdh xinduihua',
    run: (a) => a.onNewChat(),
    shown: () => slot('newChat').visible,
  },
  {
    id: 'files',
    icon: FileText,
    label: 'shell.files',
    words: 'files library documents upload 文档 文件 檔案 文件库 wdwj wodewenjian',
    to: '/mine',
    shown: () => boot.features.document === true,
  },
  {
    id: 'reading',
    icon: BookOpenText,
    label: 'shell.reading',
    words: 'deep reading notes 笔记 筆記 精读 sdyd shenduyuedu',
    to: '/tool/deep-reading',
    shown: () => boot.features.document === true,
  },
  {
    id: 'discover',
    icon: Shapes,
    label: 'shell.discover',
    words: 'discover agents store 智能体 智慧體 发现 探索 znt faxian',
    to: '/discovery',
  },
  {
    id: 'project',
    icon: Layers,
    label: 'shell.projects',
    words: 'projects team members 项目 專案 团队 xm xiangmu',
    to: '/project',
    shown: () => slot('teamAccounts').visible,
  },
  {
    id: 'favorite',
    icon: Star,
    label: 'shell.favorites',
    words: 'favorites stars kept 收藏 sc shoucang',
    to: '/favorites',
    shown: () => slot('collect').visible,
  },
  {
    id: 'share',
    icon: Share2,
    label: 'shell.shares',
    words: 'shares links 分享 fx fenxiang',
    to: '/share',
    shown: () => slot('sharing').visible,
  },
  {
    id: 'memory',
    icon: Brain,
    label: 'shell.memory',
    words: 'memory remember 记忆 記憶 记住 jy jiyi',
    to: '/setting/memory',
    shown: (a) => a.user,
  },
  {
    id: 'tool',
    icon: Wrench,
    label: 'shell.tool',
    words: 'tools consent 工具 gj gongju',
    to: '/setting/tool',
  },
  {
    id: 'connector',
    icon: Cable,
    label: 'shell.connector',
    words: 'connectors mcp servers 连接器 連接器 ljq lianjieqi',
    to: '/setting/connector',
    shown: (a) => a.user,
  },
  {
    id: 'history',
    icon: History,
    label: 'history.title',
    words: 'history conversations 历史 歷史 记录 lsjl lishi',
    to: '/history',
  },
  {
    id: 'setting',
    icon: Settings,
    label: 'shell.setting',
    words:
      'settings preferences language theme export import data 设置 設定 偏好 语言 語言 主题 主題 字号 导出 匯出 导入 匯入 自定义指令 自訂指示 自訂指令 sz shezhi',
    to: '/setting',
  },
  {
    id: 'model',
    icon: Plug,
    label: 'model.title',
    words: 'model provider key connect 模型 接入 密钥 金鑰 jrmx moxing',
    to: '/setting/model',
  },
  {
    id: 'openapi',
    icon: KeyRound,
    label: 'search.action.openapi',
    words: 'open api key keys token mcp openai sdk curl 开放接口 開放介面 密钥 金鑰 kfjk kaifangjiekou miyao',
    to: '/setting/api',
    shown: (a) => a.user,
  },
  {
    id: 'account',
    icon: CircleUser,
    label: 'shell.account',
    words: 'account profile name avatar phone password 账号 帳號 头像 頭像 绑定 綁定 注销 登出 zh zhanghao',
    to: '/setting/account',
    shown: (a) => a.user,
  },
  {
    id: 'devices',
    icon: MonitorSmartphone,
    label: 'search.action.devices',
    words: 'devices sessions logins 设备 裝置 登录 登入 sb shebei',
    to: '/multi-device-manage',
    shown: (a) => a.user,
  },
  {
    id: 'message',
    icon: Bell,
    label: 'shell.message',
    words: 'messages notices 通知 消息 訊息 xx xiaoxi',
    to: '/message',
  },
  {
    id: 'admin',
    icon: Gauge,
    label: 'shell.admin',
    words: 'administration users limits 管理 后台 後台 gl guanli',
    to: '/admin',
    shown: (a) => a.admin,
  },
  {
    id: 'dark',
    icon: Moon,
    label: 'search.action.dark',
    words: 'dark theme night 夜间 夜間 主题 主題 ss shense',
    run: () => setThemeMode('dark'),
    shown: () => slot('themeSetting').visible,
  },
  {
    id: 'light',
    icon: Sun,
    label: 'search.action.light',
    words: 'light theme day 日间 日間 主题 主題 qs qianse',
    run: () => setThemeMode('light'),
    shown: () => slot('themeSetting').visible,
  },
  {
    id: 'keys',
    icon: Keyboard,
    label: 'shortcuts.title',
    words: 'keyboard shortcuts hotkeys 快捷键 快速鍵 按键 kjj kuaijiejian',
    run: (a) => a.onHelp(),
  },
]

/** The available actions that match every word of the query. */
export function matchActions(query: string, around: Around, labelOf: (id: MessageId) => string): Action[] {
  const wanted = query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  return actions.filter((a) => {
    if (a.shown && !a.shown(around)) return false
    const text = `${labelOf(a.label).toLowerCase()} ${a.words}`
    return wanted.every((w) => text.includes(w))
  })
}

export function act(action: Action, around: Around): void {
  if (action.to) void navigate(action.to)
  else action.run?.(around)
}
