import { ArrowDown, ArrowUp, Pencil, Plug, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminProvider } from '@/api'
import { useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Section, SectionRow } from '@/ui/section'
import { EmptyState } from '@/ui/state'
import { Switch } from '@/ui/switch'
import { useAct, useLook, useSection } from '../calls'
import { blank, type ProviderDoc, type ProviderRow } from '../provider'
import { Head, Loaded, Tag } from './list'
import { ProviderForm } from './provider-form'

/** The model providers. Providers stored in the settings come first and can be reordered. */
export default function Providers() {
  const t = useT()
  const section = useSection<ProviderDoc>('providers')
  const state = useLook('/api/admin/provider/list', {})
  const accept = useAct('/api/admin/provider/accept', ['/api/admin/provider/list'])
  const [editing, setEditing] = useState<{ row: ProviderRow; at: number } | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)
  const doc = section.value ?? { providers: [], defaultModel: '' }
  const change = (providers: ProviderRow[]) => section.save({ ...doc, providers })
  const move = (at: number, by: number) => {
    const next = [...doc.providers]
    next.splice(at + by, 0, ...next.splice(at, 1))
    void change(next).catch(() => {})
  }
  const inUse = (id: string) => state.data?.inUse.find((p) => p.id === id)
  const fixed = state.data?.inUse.filter((p) => p.source !== 'admin') ?? []
  const models = [...new Set(state.data?.inUse.flatMap((p) => p.models) ?? [])]

  return (
    <Loaded query={section.query}>
      <Head text={t('admin.provider.intro')}>
        <Button kind="primary" onClick={() => setEditing({ row: blank, at: doc.providers.length })}>
          <Plus strokeWidth={1.5} />
          {t('admin.provider.add')}
        </Button>
      </Head>
      {section.problem && (
        <p role="alert" className="mb-4 rounded-md bg-seal-soft px-4 py-3 text-seal">
          {section.problem}
        </p>
      )}
      {doc.providers.length > 0 && (
        <Section title={t('admin.provider.mine')}>
          {doc.providers.map((row, at) => (
            <div key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              <ProviderText row={row} state={inUse(row.id)} />
              <span className="ml-auto flex items-center gap-0.5">
                <Switch
                  className="mr-2"
                  checked={!row.disabled}
                  aria-label={t('admin.provider.enabled', { name: row.name || row.id })}
                  onCheckedChange={(on) =>
                    void change(doc.providers.map((p, i) => (i === at ? { ...p, disabled: !on } : p))).catch(
                      () => {},
                    )
                  }
                />
                <IconButton label={t('admin.provider.up')} disabled={at === 0} onClick={() => move(at, -1)}>
                  <ArrowUp strokeWidth={1.5} />
                </IconButton>
                <IconButton
                  label={t('admin.provider.down')}
                  disabled={at === doc.providers.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown strokeWidth={1.5} />
                </IconButton>
                <IconButton
                  label={t('admin.provider.edit', { name: row.name || row.id })}
                  onClick={() => setEditing({ row, at })}
                >
                  <Pencil strokeWidth={1.5} />
                </IconButton>
                <IconButton
                  label={t('admin.provider.remove', { name: row.name || row.id })}
                  onClick={() => setLeaving(at)}
                >
                  <Trash2 strokeWidth={1.5} />
                </IconButton>
              </span>
            </div>
          ))}
        </Section>
      )}
      {models.length > 1 && (
        <Section title={t('admin.provider.default')}>
          <SectionRow label={t('admin.provider.defaultNote')}>
            <select
              aria-label={t('admin.provider.default')}
              className="h-9 max-w-full rounded-sm border border-line bg-surface px-2 max-md:h-11"
              value={doc.defaultModel}
              onChange={(e) => void section.save({ ...doc, defaultModel: e.target.value }).catch(() => {})}
            >
              <option value="">{t('admin.provider.first')}</option>
              {models.map((m) => (
                <option key={m}>{m}</option>
              ))}
            </select>
          </SectionRow>
        </Section>
      )}
      {fixed.length > 0 && (
        <Section title={t('admin.provider.fixed')}>
          {fixed.map((p) => (
            <div key={p.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              <ProviderText row={{ ...blank, id: p.id, name: p.name, baseUrl: p.baseUrl }} state={p} />
              {p.source === 'probe' ? (
                <span className="ml-auto text-[12px] text-ink-3">{t('admin.provider.probe')}</span>
              ) : (
                <code className="ml-auto font-mono text-[12px] text-ink-3">{p.source}</code>
              )}
            </div>
          ))}
        </Section>
      )}
      {(state.data?.offered.length ?? 0) > 0 && (
        <Section title={t('admin.provider.offered')}>
          {state.data?.offered.map((p) => (
            <SectionRow key={p.id} label={p.name || p.id} note={p.baseUrl}>
              <Button size="sm" disabled={accept.isPending} onClick={() => accept.mutate({ id: p.id })}>
                {t('admin.provider.accept')}
              </Button>
            </SectionRow>
          ))}
        </Section>
      )}
      {doc.providers.length === 0 && fixed.length === 0 && (
        <EmptyState
          icon={<Plug strokeWidth={1.5} />}
          title={t('admin.provider.none')}
          text={t('admin.provider.noneText')}
        />
      )}
      {editing && (
        <ProviderForm
          vendors={state.data?.vendors ?? []}
          inUse={state.data?.inUse ?? []}
          row={editing.row}
          doc={doc}
          at={editing.at}
          saving={section.saving}
          onClose={() => setEditing(null)}
          onSave={async (next) => {
            await section.save(next)
            setEditing(null)
          }}
        />
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('admin.provider.removeTitle', { name: doc.providers[leaving ?? 0]?.name ?? '' })}
        description={t('admin.provider.removeText')}
        action={t('admin.provider.removeAction')}
        danger
        onConfirm={() => void change(doc.providers.filter((_, i) => i !== leaving)).catch(() => {})}
      />
    </Loaded>
  )
}

function ProviderText({ row, state }: { row: ProviderRow; state?: AdminProvider }) {
  const t = useT()
  return (
    <div className="min-w-48 flex-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{row.name || row.id}</span>
        {row.disabled ? (
          <Tag>{t('admin.provider.off')}</Tag>
        ) : state?.problem ? (
          <Tag tone="bad">{t('admin.provider.unreached')}</Tag>
        ) : state ? (
          <Tag tone="good">{t('admin.provider.models', { count: state.models.length })}</Tag>
        ) : null}
      </div>
      <div className="mt-0.5 break-all text-[13px] text-ink-3">{row.baseUrl}</div>
      {state?.problem && <div className="mt-1 text-[13px] text-seal">{state.problem}</div>}
    </div>
  )
}
