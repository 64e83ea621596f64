import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CloudOff, Copy, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorText, get, post } from '@/api'
import type { Capability } from '@/api/types'
import { PageHeader } from '@/features/shell'
import { useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { Section } from '@/ui/section'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { anyServer, localServers, vendors } from './vendors'

const KEY = ['capabilities'] as const

/** /setting/model: what answers now, and how to connect a model. */
export function ModelPage() {
  const t = useT()
  return (
    <>
      <PageHeader start={<h1 className="font-medium text-[16px]">{t('model.title')}</h1>} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-16 max-md:px-4">
        <div className="mx-auto max-w-[680px]">
          <p className="px-1 text-ink-2 leading-[1.75]">{t('model.intro')}</p>
          <Capabilities />
          <Section title={t('model.oneLine')}>
            <Line name={t('model.anyServer')} line={anyServer} />
            {vendors.map((v) => (
              <Line key={v.id} name={v.name} line={v.line} />
            ))}
          </Section>
          <p className="mt-2.5 px-1 text-[13px] text-ink-3">{t('model.restart')}</p>
          <Section title={t('model.local')}>
            <div className="px-4 py-3.5">
              <p className="text-ink-2 leading-[1.75]">{t('model.localText')}</p>
              <ul className="mt-2.5 flex flex-wrap gap-2">
                {localServers.map((s) => (
                  <li
                    key={s.name}
                    className="rounded-full border border-line px-3 py-1 text-[13px] text-ink-2"
                  >
                    {s.name} <span className="text-ink-3 tabular-nums">{s.port}</span>
                  </li>
                ))}
              </ul>
            </div>
          </Section>
        </div>
      </div>
    </>
  )
}

function Capabilities() {
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
  return (
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
          <div className="space-y-4 p-4">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
            <Skeleton className="w-3/5" />
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
        {table.data && (
          <table className="w-full text-left">
            <caption className="sr-only">{t('model.now')}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('model.capability')}</th>
                <th scope="col">{t('model.state')}</th>
                <th scope="col">{t('model.detail')}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {table.data.capabilities.map((row) => (
                <CapabilityRow key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}

function CapabilityRow({ row }: { row: Capability }) {
  const t = useT()
  const name = row.name ?? row.id
  return (
    <tr className="align-top max-md:block max-md:px-4 max-md:py-3">
      <th scope="row" className="w-32 px-4 py-3 font-normal max-md:inline-block max-md:w-auto max-md:p-0">
        {name}
      </th>
      <td className="w-28 py-3 max-md:float-right max-md:w-auto max-md:p-0">
        <span className="inline-flex items-center gap-2 text-[13px] text-ink-2">
          <i
            aria-hidden
            className={
              row.state === 'on'
                ? 'size-1.5 rounded-full bg-qing'
                : row.state === 'builtin'
                  ? 'size-1.5 rounded-full border-[1.5px] border-qing'
                  : 'size-1.5 rounded-full bg-line-strong'
            }
          />
          {t(`model.state.${row.state}`)}
        </span>
      </td>
      <td className="px-4 py-3 text-[13px] text-ink-3 max-md:block max-md:px-0 max-md:pt-1 max-md:pb-0">
        {row.detail}
        {row.setting && (
          <code className="mt-0.5 block font-mono text-[12.5px] text-ink-2">{row.setting}</code>
        )}
      </td>
    </tr>
  )
}

/** A line of the environment with its copy button. */
function Line({ name, line }: { name: string; line: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line)
      setCopied(true)
    } catch {
      toast(t('ui.copyFailed'), { kind: 'warning' })
    }
  }
  return (
    <div className="flex min-h-12 items-center gap-3 px-4 py-1.5 max-md:flex-wrap">
      <span className="w-36 shrink-0 max-md:w-full max-md:pt-1 max-md:text-[13px] max-md:text-ink-3">
        {name}
      </span>
      <code className="min-w-0 flex-1 select-all truncate font-mono text-[13px] text-ink-2">{line}</code>
      <IconButton
        size="md"
        label={copied ? t('ui.copied') : t('model.copy', { name })}
        data-tip={copied ? t('ui.copied') : t('ui.copy')}
        onClick={copy}
      >
        {copied ? <Check strokeWidth={1.5} className="text-qing" /> : <Copy strokeWidth={1.5} />}
      </IconButton>
    </div>
  )
}
