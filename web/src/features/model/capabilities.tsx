import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, CloudOff, RotateCw } from 'lucide-react'
import type { Capability, ProviderRow } from '@/api'
import { errorText, get, post } from '@/api'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Button } from '@/ui/button'
import { Section, SectionRow } from '@/ui/section'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'

const KEY = ['capabilities'] as const

/** The current providers of each capability, and the button 重新检测. */
export function Capabilities() {
  const t = useT()
  const client = useQueryClient()
  const table = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => get('/api/model/capabilities', { signal }),
  })
  const probe = useMutation({
    mutationFn: () => post('/api/model/reprobe', {}),
    onSuccess: (fresh) => {
      client.setQueryData(KEY, fresh)
      client.invalidateQueries({ queryKey: ['models'] })
      toast(t('model.probed'), { kind: 'success' })
    },
    onError: (err) => {
      const text = errorText(err)
      if (text) toast(text, { kind: 'error' })
    },
  })
  const now = table.data?.capabilities.filter((row) => !row.later) ?? []
  const later = table.data?.capabilities.filter((row) => row.later) ?? []
  const providers = table.data?.providers ?? []
  return (
    <>
      <section className="mt-6" aria-busy={probe.isPending}>
        <div className="mb-2.5 flex items-center px-1">
          <h2 className="flex-1 font-medium text-[13px] text-ink-3">{t('model.now')}</h2>
          <Button size="sm" disabled={probe.isPending} onClick={() => probe.mutate()}>
            <RotateCw strokeWidth={1.5} />
            {probe.isPending ? t('model.probing') : t('model.probe')}
          </Button>
        </div>
        <div className="rounded-md border border-line bg-surface">
          {table.isPending && (
            <div role="status" aria-label={t('ui.loading')} className="space-y-4 p-4">
              <Skeleton className="w-2/3" />
              <Skeleton className="w-1/2" />
            </div>
          )}
          {table.isError && (
            <ErrorState
              icon={<CloudOff strokeWidth={1.5} />}
              title={t('model.failed')}
              text={errorText(table.error) ?? undefined}
              action={{ label: t('ui.retry'), onClick: () => table.refetch() }}
            />
          )}
          {now.length > 0 && <Table rows={now} caption={t('model.now')} />}
          {later.length > 0 && (
            <details className="group border-line border-t">
              <summary className="flex list-none items-center justify-between rounded-b-md px-4 py-3 text-[13px] text-ink-3 outline-offset-[-2px] hover:text-ink-2 [&::-webkit-details-marker]:hidden">
                {t('model.later')}
                <ChevronDown size={16} strokeWidth={1.5} className="group-open:rotate-180" />
              </summary>
              <div className="border-line border-t">
                <Table rows={later} caption={t('model.later')} />
              </div>
            </details>
          )}
        </div>
      </section>
      {providers.length > 0 && (
        <Section title={t('model.providers')}>
          {providers.map((row) => (
            <Provider key={row.id} row={row} />
          ))}
        </Section>
      )}
    </>
  )
}

function Table({ rows, caption }: { rows: Capability[]; caption: string }) {
  const t = useT()
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('model.capability')}</th>
          <th scope="col">{t('model.state')}</th>
          <th scope="col">{t('model.detail')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const dot: Record<Capability['state'], string> = {
  ready: 'bg-qing',
  builtin: 'border-[1.5px] border-qing',
  missing: 'bg-line-strong',
}

function Row({ row }: { row: Capability }) {
  const t = useT()
  const by = [row.provider, row.upstream].filter(Boolean).join(' · ')
  return (
    <tr className="align-baseline max-md:grid max-md:grid-cols-[1fr_auto] max-md:px-4 max-md:py-3">
      <th scope="row" className="w-40 px-4 py-3 font-normal max-md:w-auto max-md:p-0">
        {row.name}
      </th>
      <td className="w-32 whitespace-nowrap py-3 max-md:w-auto max-md:p-0">
        <span className="inline-flex items-center gap-2 text-[13px] text-ink-2">
          <i aria-hidden className={cn('size-[7px] rounded-full', dot[row.state])} />
          {t(`model.state.${row.state}`)}
        </span>
      </td>
      <td className="px-4 py-3 text-[13px] text-ink-3 max-md:col-span-2 max-md:px-0 max-md:pt-1 max-md:pb-0">
        {by && <span className="text-ink-2">{by}</span>}
        {row.state === 'missing' && row.set.length > 0 && t('model.notYet')}
      </td>
    </tr>
  )
}

function Provider({ row }: { row: ProviderRow }) {
  const t = useT()
  return (
    <SectionRow
      label={row.name || row.host}
      note={
        row.error ? (
          <span className="text-seal">{row.error}</span>
        ) : row.offered ? (
          t('model.offered')
        ) : (
          row.host
        )
      }
    >
      {!row.error && (
        <span className="text-[13px] text-ink-2 tabular-nums">{t('model.count', { count: row.models })}</span>
      )}
    </SectionRow>
  )
}
