import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { AdminUser } from '@/api'
import { useLocale, useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Menu, type MenuEntry } from '@/ui/menu'
import { useAct, useList } from '../calls'
import { moment } from '../time'
import { useLate } from '../use-late'
import { BanDialog } from './ban-dialog'
import { List, Tag } from './list'

type Doing = { what: 'role' | 'disable' | 'logout' | 'ban'; user: AdminUser }

/** The list of accounts, with actions. */
export default function UserList() {
  const t = useT()
  const [query, setQuery] = useState('')
  const [doing, setDoing] = useState<Doing | null>(null)
  const list = useList('/api/admin/user/list', { query: useLate(query) }, (a) => a.users)
  const change = useAct('/api/admin/user/change', ['/api/admin/user/list'])
  const logout = useAct('/api/admin/user/logout', ['/api/admin/user/list'])
  const total = list.data?.pages[0]?.total ?? 0
  const name = doing?.user.name || doing?.user.userId || ''
  const admin = doing?.user.role === 1
  const disabled = doing?.user.state === 'disabled'
  const asks = {
    role: {
      title: t(admin ? 'admin.user.demoteTitle' : 'admin.user.promoteTitle', { name }),
      description: t(admin ? 'admin.user.demoteText' : 'admin.user.promoteText'),
      action: t(admin ? 'admin.user.demote' : 'admin.user.promote'),
      run: (u: AdminUser) => change.mutate({ userId: u.userId, role: admin ? 0 : 1 }),
    },
    disable: {
      title: t(disabled ? 'admin.user.enableTitle' : 'admin.user.disableTitle', { name }),
      description: t(disabled ? 'admin.user.enableText' : 'admin.user.disableText'),
      action: t(disabled ? 'admin.user.enable' : 'admin.user.disable'),
      run: (u: AdminUser) => change.mutate({ userId: u.userId, disabled: !disabled }),
    },
    logout: {
      title: t('admin.user.logoutTitle', { name }),
      description: t('admin.user.logoutText'),
      action: t('admin.user.logout'),
      run: (u: AdminUser) => logout.mutate({ userId: u.userId }),
    },
  }
  const ask = doing && doing.what !== 'ban' ? asks[doing.what] : null

  return (
    <>
      <Input
        value={query}
        maxLength={64}
        inputMode="search"
        aria-label={t('admin.user.search')}
        placeholder={t('admin.user.search')}
        className="mt-1 mb-2 h-11"
        onChange={(e) => setQuery(e.target.value)}
      />
      <p className="mb-3 px-1 text-[13px] text-ink-3" aria-live="polite">
        {list.isSuccess && t('admin.user.total', { count: total })}
      </p>
      <List query={list} label={t('admin.tab.user')} empty={t('admin.user.empty')} id={(u) => u.userId}>
        {(u) => <UserRow user={u} onDo={(what) => setDoing({ what, user: u })} />}
      </List>
      <ConfirmDialog
        open={ask !== null}
        onOpenChange={(open) => !open && setDoing(null)}
        title={ask?.title ?? ''}
        description={ask?.description}
        action={ask?.action ?? ''}
        danger={!(doing?.what === 'disable' && disabled) && !(doing?.what === 'role' && !admin)}
        onConfirm={() => ask && doing && ask.run(doing.user)}
      />
      {doing?.what === 'ban' && (
        <BanDialog
          user={doing.user}
          onClose={() => setDoing(null)}
          onBan={(bannedUntil, banReason) => {
            change.mutate({ userId: doing.user.userId, bannedUntil, banReason })
            setDoing(null)
          }}
        />
      )}
    </>
  )
}

function UserRow({ user, onDo }: { user: AdminUser; onDo: (what: Doing['what']) => void }) {
  const t = useT()
  const locale = useLocale()
  const banned = user.bannedUntil > Date.now()
  const entries: MenuEntry[] = [
    {
      id: 'role',
      label: t(user.role === 1 ? 'admin.user.demote' : 'admin.user.promote'),
      onSelect: () => onDo('role'),
    },
    { id: 'ban', label: t(banned ? 'admin.user.banEdit' : 'admin.user.ban'), onSelect: () => onDo('ban') },
    { id: 'logout', label: t('admin.user.logout'), onSelect: () => onDo('logout') },
    { type: 'separator', id: 'line' },
    {
      id: 'disable',
      label: t(user.state === 'disabled' ? 'admin.user.enable' : 'admin.user.disable'),
      danger: user.state !== 'disabled',
      onSelect: () => onDo('disable'),
    },
  ]
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{user.name || t('admin.user.noName')}</span>
          {user.role === 1 && <Tag tone="good">{t('admin.user.admin')}</Tag>}
          {user.state === 'disabled' && <Tag tone="bad">{t('admin.user.disabled')}</Tag>}
          {user.state === 'leaving' && <Tag>{t('admin.user.leaving')}</Tag>}
          {banned && (
            <Tag tone="bad">{t('admin.user.banned', { until: moment(user.bannedUntil, locale) })}</Tag>
          )}
        </div>
        <div className="mt-1 flex flex-wrap gap-x-4 text-[13px] text-ink-3">
          {user.identities.map((i) => (
            <span key={i}>{i}</span>
          ))}
          <span>{t('admin.user.sessions', { count: user.sessions })}</span>
          <span>{t('admin.user.seen', { at: moment(user.lastSeenAt || user.createdAt, locale) })}</span>
        </div>
        {banned && user.banReason && <p className="mt-1 text-[13px] text-ink-2">{user.banReason}</p>}
      </div>
      <Menu
        label={t('admin.user.menu', { name: user.name || user.userId })}
        align="end"
        entries={entries}
        trigger={(props) => (
          <IconButton {...props} label={t('admin.user.menu', { name: user.name || user.userId })}>
            <Ellipsis strokeWidth={1.5} />
          </IconButton>
        )}
      />
    </div>
  )
}
