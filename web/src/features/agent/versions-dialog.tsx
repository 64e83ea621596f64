import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/api'
import { useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { compare, goBackTo, type Own, useFiles, useSites, useTools, versions } from './calls'
import type { Draft } from './use-draft'
import { categories, fieldName, modes } from './words'

/** The versions of an agent. The user can compare a version with the draft, and restore the version. */
export default function VersionsDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { id } = draft.own
  const [shown, setShown] = useState<number | null>(null)
  const list = useQuery({
    queryKey: ['agents', 'versions', id, draft.own.revision, draft.own.version],
    queryFn: ({ signal }) => versions(id, signal),
    gcTime: 0,
  })
  const back = async (version: number) => {
    try {
      draft.take((await goBackTo(id, version)).data)
      void toast(t('agent.version.back', { number: version }))
      onClose()
    } catch (err) {
      void toast(errorText(err) ?? t('error.service'), { kind: 'error' })
    }
  }
  const at = (ms: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
  return (
    <Dialog open onOpenChange={onClose} title={t('agent.versions')} description={t('agent.versions.text')}>
      {list.isError ? (
        <ErrorState
          title={errorText(list.error) ?? t('error.service')}
          action={{ label: t('ui.retry'), onClick: () => void list.refetch() }}
        />
      ) : !list.data ? (
        <Skeleton className="w-2/3" />
      ) : list.data.versions.length === 0 ? (
        <EmptyState title={t('agent.versions.empty')} text={t('agent.versions.empty.text')} />
      ) : (
        <ul className="divide-y divide-line">
          {list.data.versions.map((v) => (
            <li key={v.version} className="py-2.5">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{t('agent.version', { number: v.version })}</span>
                <span className="grow text-[12px] text-ink-3">
                  {[at(v.createdAt), v.live && t('agent.version.live'), v.waiting && t('agent.state.waiting')]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span className="flex gap-2">
                  <Button
                    kind="ghost"
                    size="sm"
                    className="max-md:h-11"
                    aria-expanded={shown === v.version}
                    onClick={() => setShown(shown === v.version ? null : v.version)}
                  >
                    {t('agent.version.compare')}
                  </Button>
                  <Button size="sm" className="max-md:h-11" onClick={() => void back(v.version)}>
                    {t('agent.version.use')}
                  </Button>
                </span>
              </div>
              {shown === v.version && <Differences own={draft.own} version={v.version} />}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** The differences between the draft and a version. */
function Differences({ own, version }: { own: Own; version: number }) {
  const t = useT()
  const { id, revision } = own
  const said = useSaid(own)
  const { data } = useQuery({
    queryKey: ['agents', 'compare', id, version, revision],
    queryFn: ({ signal }) => compare(id, version, signal),
    gcTime: 0,
  })
  if (!data) return <Skeleton className="mt-2 w-2/3" />
  if (data.differences.length === 0)
    return <p className="mt-2 text-[13px] text-ink-3">{t('agent.version.same')}</p>
  return (
    <dl className="mt-2 space-y-2 text-[13px]">
      {data.differences.map((d) => (
        <div key={d.field}>
          <dt className="text-ink-3">{t(fieldName(d.field))}</dt>
          <dd className="whitespace-pre-wrap text-ink-2">
            <del className="block text-seal">{said(d.field, d.before)}</del>
            <ins className="block text-qing-ink no-underline">{said(d.field, d.after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns a function from the value of a field to its text, with names in place of ids. */
function useSaid(own: Own): (field: string, value: string) => string {
  const t = useT()
  const files = useFiles(own)
  const sites = useSites().data ?? []
  const tools = useTools().data ?? []
  const names: Record<string, (id: string) => string | undefined> = {
    files: (id) => files.find((f) => f.id === id)?.name ?? t('agent.version.otherFile'),
    sites: (id) => sites.find((s) => s.id === id)?.name,
    tools: (name) => tools.find((k) => k.name === name)?.title,
    category: (id) => {
      const known = categories.find((c) => c === id)
      return known && t(`agent.category.${known}`)
    },
    mode: (id) => {
      const known = modes.find((m) => m === id)
      return known && t(`agent.mode.${known}`)
    },
  }
  return (field, value) => {
    if (!value) return t('agent.version.nothing')
    const name = Object.hasOwn(names, field) ? names[field] : undefined
    return name
      ? value
          .split('\n')
          .map((id) => name(id) ?? id)
          .join('\n')
      : value
  }
}
