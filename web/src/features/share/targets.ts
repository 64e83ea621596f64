import type { MessageId } from '@/i18n'

/** Another app to which a share can be sent. */
export interface Target {
  id: 'weibo' | 'qq'
  label: MessageId
  /** The first version of our app that can open this target. Outside of our app, the target is always offered. */
  since: string
  address: (url: string, title: string) => string
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

export const targets: readonly Target[] = [
  {
    id: 'weibo',
    label: 'share.weibo',
    since: '1.8.11',
    address: (url, title) => `https://service.weibo.com/share/share.php?${query({ url, title })}`,
  },
  {
    id: 'qq',
    label: 'share.qq',
    since: '1.8.9',
    address: (url, title) => `https://connect.qq.com/widget/shareqq/index.html?${query({ url, title })}`,
  },
]

/** Whether `version`, such as 1.8.11, is equal to or newer than `least`. */
export function atLeast(version: string, least: string): boolean {
  const a = version.split('.').map(Number)
  const b = least.split('.').map(Number)
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const d = (a[i] || 0) - (b[i] || 0)
    if (d !== 0) return d > 0
  }
  return true
}

/** The targets that the client supports. */
export function offered(userAgent: string = navigator.userAgent): readonly Target[] {
  const app = /WenquApp\/([\d.]+)/.exec(userAgent)?.[1]
  return app === undefined ? targets : targets.filter((t) => atLeast(app, t.since))
}
