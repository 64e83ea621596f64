import { ArrowDown, ArrowUp, GripVertical, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminSource } from '@/api'
import { useLocale, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { seconds } from '@/lib/format'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { fieldClass } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { EmptyState } from '@/ui/state'
import { Switch } from '@/ui/switch'
import { useLook, useSection } from '../calls'
import {
  blankSource,
  type MediaMode,
  mediaModes,
  moved,
  rowsOf,
  type SourceDoc,
  type SourceRow,
  sourceId,
} from '../source'
import { Head, Loaded, Tag } from './list'
import { SourceForm } from './source-form'

/** The sources of web search, in their order, which can be changed. */
export default function Sources() {
  const t = useT()
  const section = useSection<SourceDoc>('search')
  const state = useLook('/api/admin/source/list', {})
  const [editing, setEditing] = useState<SourceRow | null>(null)
  const [leaving, setLeaving] = useState<SourceRow | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const sources = state.data?.sources ?? []
  const engines = state.data?.engines ?? []
  const rows = rowsOf(section.value, sources)
  const save = (change: Partial<SourceDoc>) =>
    section.save({ sources: section.value?.sources ?? [], media: section.value?.media ?? '', ...change })
  const store = (next: SourceRow[]) => void save({ sources: next }).catch(() => {})
  const move = (from: number, to: number) => from !== to && store(moved(rows, from, to))
  const offered = (state.data?.found ?? []).filter((f) => !f.used)
  const drop = () => {
    if (dragged !== null && over !== null) move(dragged, over)
    setDragged(null)
    setOver(null)
  }

  return (
    <Loaded query={section.query}>
      <Loaded query={state}>
        <Head text={t('admin.source.intro')}>
          <Button kind="primary" onClick={() => setEditing(blankSource)}>
            <Plus strokeWidth={1.5} />
            {t('admin.source.add')}
          </Button>
        </Head>
        {section.problem && (
          <p role="alert" className="mb-4 rounded-md bg-seal-soft px-4 py-3 text-seal">
            {section.problem}
          </p>
        )}
        {sources.length > 0 && (
          <Section title={t('admin.source.order')}>
            {sources.map((source, at) => {
              const row = rows[at]!
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the row do the same by keyboard.
                <div
                  key={source.id}
                  draggable
                  onDragStart={() => setDragged(at)}
                  onDragEnd={drop}
                  onDragOver={(e) => {
                    e.preventDefault()
                    setOver(at)
                  }}
                  className={cn(
                    'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3',
                    dragged !== null && over === at && 'bg-hover',
                  )}
                >
                  <GripVertical
                    size={16}
                    strokeWidth={1.5}
                    aria-hidden
                    className="shrink-0 cursor-grab text-ink-3 max-md:hidden"
                  />
                  <SourceText source={source} />
                  <span className="ml-auto flex items-center gap-0.5">
                    <Switch
                      className="mr-2"
                      checked={!source.disabled}
                      aria-label={t('admin.source.enabled', { name: source.name })}
                      onCheckedChange={(on) =>
                        store(rows.map((r) => (r.id === row.id ? { ...r, disabled: !on } : r)))
                      }
                    />
                    <IconButton
                      label={t('admin.provider.up')}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    >
                      <ArrowUp strokeWidth={1.5} />
                    </IconButton>
                    <IconButton
                      label={t('admin.provider.down')}
                      disabled={at === sources.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      <ArrowDown strokeWidth={1.5} />
                    </IconButton>
                    <IconButton
                      label={t('admin.provider.edit', { name: source.name })}
                      onClick={() => setEditing(row)}
                    >
                      <Pencil strokeWidth={1.5} />
                    </IconButton>
                    {!row.own && (
                      <IconButton
                        label={t('admin.provider.remove', { name: source.name })}
                        onClick={() => setLeaving(row)}
                      >
                        <Trash2 strokeWidth={1.5} />
                      </IconButton>
                    )}
                  </span>
                </div>
              )
            })}
          </Section>
        )}
        {offered.length > 0 && (
          <Section title={t('admin.source.found')}>
            {offered.map((f) => (
              <SectionRow key={f.url} label="SearXNG" note={f.problem || f.url}>
                <Button
                  size="sm"
                  disabled={f.problem !== '' || section.saving}
                  onClick={() =>
                    store([
                      ...rows,
                      {
                        ...blankSource,
                        id: sourceId(
                          'searxng',
                          rows.map((r) => r.id),
                        ),
                        engine: 'searxng',
                        url: f.url,
                        local: true,
                      },
                    ])
                  }
                >
                  {t('admin.provider.accept')}
                </Button>
              </SectionRow>
            ))}
          </Section>
        )}
        {sources.length > 0 && (
          <Section title={t('admin.source.media')}>
            <SectionRow label={t('admin.source.mediaWhen')} note={t('admin.source.mediaNote')}>
              <select
                aria-label={t('admin.source.mediaWhen')}
                className={fieldClass}
                value={section.value?.media ?? ''}
                disabled={section.saving}
                onChange={(e) => void save({ media: e.target.value as MediaMode }).catch(() => {})}
              >
                {mediaModes.map((mode) => (
                  <option key={mode} value={mode}>
                    {t(`admin.source.media.${mode || 'fitting'}`)}
                  </option>
                ))}
              </select>
            </SectionRow>
          </Section>
        )}
        {sources.length === 0 && (
          <EmptyState
            icon={<Search strokeWidth={1.5} />}
            title={t('admin.source.none')}
            text={t('admin.source.noneText')}
          />
        )}
        {editing && (
          <SourceForm
            row={editing}
            source={sources.find((s) => s.id === editing.id)}
            rows={rows}
            engines={engines}
            saving={section.saving}
            onClose={() => setEditing(null)}
            onSave={async (next) => {
              await save({ sources: next })
              setEditing(null)
            }}
          />
        )}
        <ConfirmDialog
          open={leaving !== null}
          onOpenChange={(open) => !open && setLeaving(null)}
          title={t('admin.provider.removeTitle', {
            name: sources.find((s) => s.id === leaving?.id)?.name ?? '',
          })}
          description={t('admin.source.removeText')}
          action={t('admin.provider.removeAction')}
          danger
          onConfirm={() => store(rows.filter((r) => r.id !== leaving?.id))}
        />
      </Loaded>
    </Loaded>
  )
}

/** A source: its name, state, origin and address, and how much it is used. */
function SourceText({ source }: { source: AdminSource }) {
  const t = useT()
  const locale = useLocale()
  const used = source.dailyLimit > 0 && source.today >= source.dailyLimit
  const from = source.from === 'admin' || source.from === 'SEARCH_URL' ? '' : source.from
  return (
    <div className="min-w-48 flex-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{source.name}</span>
        {source.disabled ? (
          <Tag>{t('admin.provider.off')}</Tag>
        ) : used ? (
          <Tag tone="bad">{t('admin.source.usedUp')}</Tag>
        ) : source.fallOver ? (
          <Tag>{t('admin.source.second')}</Tag>
        ) : (
          <Tag tone="good">{t('admin.source.first')}</Tag>
        )}
        {from && <Tag>{t(`admin.source.from.${from as 'key' | 'probe' | 'inside'}`)}</Tag>}
        {source.from === 'SEARCH_URL' && (
          <code className="font-mono text-[12px] text-ink-3">{source.from}</code>
        )}
      </div>
      {source.url && <div className="mt-0.5 break-all text-[13px] text-ink-3">{source.url}</div>}
      {source.from !== 'inside' && (
        <div className="mt-0.5 text-[13px] text-ink-3">
          {source.dailyLimit > 0
            ? t('admin.source.todayOf', { count: source.today, limit: source.dailyLimit })
            : t('admin.source.today', { count: source.today })}
          {source.misses > 0 && ` · ${t('admin.source.misses', { count: source.misses })}`}
          {source.month > 0 &&
            ` · ${t('admin.source.month', { count: source.month, seconds: seconds(source.average, locale) })}`}
          {source.cost > 0 &&
            source.month > 0 &&
            ` · ${t('admin.source.spent', { sum: Math.round(source.month * source.cost * 100) / 100 })}`}
        </div>
      )}
    </div>
  )
}
