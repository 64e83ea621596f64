import { useState } from 'react'
import type { SecurityEvent } from '@/api'
import { type MessageId, useLocale, useT } from '@/i18n'
import { Input } from '@/ui/field'
import { useList } from '../calls'
import { type NameOf, useNames } from '../names'
import { networkName } from '../network'
import { callOf } from '../refused'
import { kinds, reasonOf, since, spans, wayOf } from '../security'
import { moment } from '../time'
import { useLate } from '../use-late'
import { Head, List, Tag } from './list'

const select = 'h-9 rounded-sm border border-line bg-surface px-2 max-md:h-11'

/** The security log: for example logins, refusals, and changes of permissions. */
export default function SecurityLog() {
  const t = useT()
  const [kind, setKind] = useState('')
  const [user, setUser] = useState('')
  const [span, setSpan] = useState<(typeof spans)[number]>(7)
  // The start of the period is computed only when a period is chosen, so that it is the same for all pages of the list.
  const [from, setFrom] = useState(() => since(7))
  const userId = useLate(user).trim()
  const list = useList('/api/admin/security', { kind, userId, since: from, until: 0 }, (a) => a.events)
  const nameOf = useNames(list.rows.flatMap((e) => [e.userId, e.actorId]))
  return (
    <>
      <Head text={t('admin.security.intro')} />
      <search className="mb-4 flex flex-wrap gap-2">
        <select
          aria-label={t('admin.security.kind')}
          className={select}
          value={kind}
          onChange={(e) => setKind(e.target.value)}
        >
          <option value="">{t('admin.security.any')}</option>
          {kinds.map((k) => (
            <option key={k} value={k}>
              {t(`admin.security.${k}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('admin.security.span')}
          className={select}
          value={span}
          onChange={(e) => {
            const days = Number(e.target.value) as typeof span
            setSpan(days)
            setFrom(since(days))
          }}
        >
          {spans.map((days) => (
            <option key={days} value={days}>
              {days ? t('admin.security.days', { count: days }) : t('admin.security.always')}
            </option>
          ))}
        </select>
        <Input
          value={user}
          maxLength={64}
          aria-label={t('admin.security.user')}
          placeholder={t('admin.security.user')}
          className="h-9 min-w-48 flex-1 max-md:h-11"
          onChange={(e) => setUser(e.target.value)}
        />
      </search>
      <List query={list} label={t('admin.tab.security')} empty={t('admin.security.empty')} id={(e) => e.id}>
        {(e) => <Row event={e} nameOf={nameOf} onUser={setUser} />}
      </List>
    </>
  )
}

function Row({
  event: e,
  nameOf,
  onUser,
}: {
  event: SecurityEvent
  nameOf: NameOf
  onUser: (id: string) => void
}) {
  const t = useT()
  const locale = useLocale()
  const call = e.kind === 'right.refused' ? callOf(t, e.detail, e.reason) : undefined
  const way = wayOf(e.detail)
  const reason = reasonOf(e.reason)
  const person = (id: string, label: MessageId) => (
    <button
      type="button"
      className="max-w-full truncate text-ink-2 underline-offset-2 hover:underline max-md:min-h-11"
      title={`${t('admin.security.only')} · ${id}`}
      onClick={() => onUser(id)}
    >
      {t(label, { name: nameOf(id, label === 'admin.security.actor' ? 'account' : undefined) })}
    </button>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{t(`admin.security.${e.kind}`)}</span>
      {e.detail && <span className="break-all text-ink-2">{call ?? (way ? t(way) : e.detail)}</span>}
      {e.reason && <Tag tone="bad">{reason ? t(reason) : t('admin.security.code', { code: e.reason })}</Tag>}
      {e.times > 1 && <Tag>{t('admin.security.times', { count: e.times })}</Tag>}
      <span className="ml-auto text-[13px] text-ink-3 tabular-nums">{moment(e.at, locale)}</span>
      <div className="flex w-full flex-wrap items-center gap-x-4 text-[12px] text-ink-3">
        {e.userId ? person(e.userId, 'admin.security.about') : <span>{t('admin.security.nobody')}</span>}
        {e.actorId && person(e.actorId, 'admin.security.actor')}
        {e.network && <span>{networkName(t, e.network)}</span>}
        {call && <code className="break-all font-mono">{e.detail}</code>}
      </div>
    </div>
  )
}
