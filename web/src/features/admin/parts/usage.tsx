import { useState } from 'react'
import type { AdminUsage } from '@/api'
import { useLocale, useT } from '@/i18n'
import { count } from '@/lib/format'
import { Section } from '@/ui/section'
import { Segmented } from '@/ui/segmented'
import { EmptyState } from '@/ui/state'
import { useList, useLook, useSection } from '../calls'
import { useModelName } from '../model-name'
import { useNames } from '../names'
import type { ProviderDoc } from '../provider'
import { day, days } from '../time'
import { costOf, groupBy, type Prices, pricesOf } from '../usage'
import { Bars } from './bars'
import { List, Loaded } from './list'

/** An amount in the operator's currency. */
const money = (n: number, locale: string) =>
  n.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const spans = { '7': 7, '30': 30, '90': 90 } as const
type Span = keyof typeof spans

/** Answers by day, model and owner. The total and each model also have a cost, if prices are known. */
export default function Usage() {
  const t = useT()
  const locale = useLocale()
  const [span, setSpan] = useState<Span>('30')
  const from = day(1 - spans[span])
  const to = day()
  const byDay = useLook('/api/admin/usage', { from, to, by: 'day', offset: 0, limit: 0 })
  const byModel = useLook('/api/admin/usage', { from, to, by: 'model', offset: 0, limit: 0 })
  const prices = pricesOf(useSection<ProviderDoc>('providers').value)
  const rows = byDay.data?.rows ?? []
  const sum = (pick: (row: AdminUsage) => number) => rows.reduce((n, row) => n + pick(row), 0)
  const cost = costOf(byModel.data?.rows ?? [], prices)

  return (
    <>
      <div className="mt-1 mb-5">
        <Segmented
          label={t('admin.usage.span')}
          value={span}
          onChange={setSpan}
          options={(Object.keys(spans) as Span[]).map((value) => ({
            value,
            label: t('admin.usage.days', { count: spans[value] }),
          }))}
        />
      </div>
      <Loaded query={byDay}>
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <Figure
            name={t('admin.usage.answers')}
            value={count(
              sum((r) => r.answers),
              locale,
            )}
          />
          <Figure
            name={t('admin.usage.failures')}
            value={count(
              sum((r) => r.failures),
              locale,
            )}
          />
          <Figure
            name={t('admin.usage.tokens')}
            value={count(
              sum((r) => r.promptTokens + r.completionTokens),
              locale,
            )}
          />
          <Figure name={t('admin.usage.cost')} value={cost === null ? '–' : money(cost, locale)} />
        </dl>
        {rows.length === 0 ? (
          <EmptyState title={t('admin.usage.empty')} />
        ) : (
          <Bars
            label={t('admin.usage.chart')}
            days={days(from, to)}
            rows={byModel.data?.rows ?? []}
            className="mt-6"
          />
        )}
        <Models rows={byModel.data?.rows ?? []} prices={prices} />
      </Loaded>
      <Owners from={from} to={to} />
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="rounded-md border border-line bg-surface px-4 py-3">
      <dt className="text-[13px] text-ink-3">{name}</dt>
      <dd className="mt-1 font-medium text-[20px] tabular-nums">{value}</dd>
    </div>
  )
}

/** The models of the period, sorted by their number of answers. */
function Models({ rows, prices }: { rows: AdminUsage[]; prices: Prices }) {
  const t = useT()
  const locale = useLocale()
  const modelName = useModelName()
  const models = [...groupBy(rows, (r) => r.model)]
    .map(([model, list]) => ({
      model,
      answers: list.reduce((n, r) => n + r.answers, 0),
      tokens: list.reduce((n, r) => n + r.promptTokens + r.completionTokens, 0),
      cost: costOf(list, prices),
    }))
    .sort((a, b) => b.answers - a.answers)
  if (models.length === 0) return null
  return (
    <Section title={t('admin.usage.byModel')}>
      {models.map((m) => (
        <div key={m.model} className="flex min-h-12 flex-wrap items-center gap-x-6 px-4 py-2 tabular-nums">
          <span className="min-w-40 flex-1 break-all">{modelName(m.model)}</span>
          <span className="text-[13px] text-ink-2">
            {t('admin.usage.nAnswers', { count: count(m.answers, locale) })}
          </span>
          <span className="text-[13px] text-ink-2">
            {t('admin.usage.nTokens', { count: count(m.tokens, locale) })}
          </span>
          <span className="w-20 text-right text-[13px] text-ink-3">
            {m.cost === null ? '–' : money(m.cost, locale)}
          </span>
        </div>
      ))}
    </Section>
  )
}

function Owners({ from, to }: { from: string; to: string }) {
  const t = useT()
  const locale = useLocale()
  const list = useList('/api/admin/usage', { from, to, by: 'owner' }, (a) => a.rows)
  const nameOf = useNames(list.rows.map((r) => r.owner))
  return (
    <section className="mt-8">
      <h2 className="mb-2.5 px-1 font-medium text-[13px] text-ink-3">{t('admin.usage.byOwner')}</h2>
      <List query={list} label={t('admin.usage.byOwner')} empty={t('admin.usage.empty')} id={(r) => r.owner}>
        {(r) => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1 tabular-nums">
            <span className="min-w-40 flex-1 break-all" title={r.owner}>
              {nameOf(r.owner)}
            </span>
            <span className="text-[13px] text-ink-2">
              {t('admin.usage.nAnswers', { count: count(r.answers, locale) })}
            </span>
            <span className="text-[13px] text-ink-2">
              {t('admin.usage.nTokens', {
                count: count(r.promptTokens + r.completionTokens, locale),
              })}
            </span>
          </div>
        )}
      </List>
    </section>
  )
}
