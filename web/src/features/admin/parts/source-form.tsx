import { ChevronDown, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { AdminEngine, AdminSource, AdminSourceTrial } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { fieldClass, Input } from '@/ui/field'
import { Switch } from '@/ui/switch'
import { KEPT, useAct } from '../calls'
import { isPrivate } from '../provider'
import { isWhole, type SourceRow, sourceId } from '../source'
import { EngineTiles } from './engine-tiles'
import { Field } from './list'
import { SourceTrial } from './source-trial'

interface Props {
  row: SourceRow
  /** What the server reports about the source, such as its name and state; undefined for a new source. */
  source: AdminSource | undefined
  /** All rows in their order. */
  rows: readonly SourceRow[]
  engines: readonly AdminEngine[]
  saving: boolean
  onSave: (rows: SourceRow[]) => Promise<void>
  onClose: () => void
}

/** Creates or changes a search source; it can be tested before it is saved. */
export function SourceForm({ row, source, rows, engines, saving, onSave, onClose }: Props) {
  const t = useT()
  const [draft, setDraft] = useState(row)
  const [words, setWords] = useState(t('admin.source.sample'))
  const [result, setResult] = useState<AdminSourceTrial | null>(null)
  const test = useAct('/api/admin/source/test')
  const engine = engines.find((e) => e.id === draft.engine)
  const set = (change: Partial<SourceRow>) => {
    setDraft((d) => ({ ...d, ...change }))
    setResult(null)
  }
  const setURL = (url: string) => set({ url, local: isPrivate(url) })
  // The stored key is valid for the stored address only.
  const keeps = row.key === KEPT && draft.url === row.url
  const filled = { ...draft, key: draft.key || (keeps ? KEPT : '') }
  const whole = (): { id: string; next: SourceRow[] } => {
    const id =
      draft.id ||
      sourceId(
        draft.engine,
        rows.map((r) => r.id),
      )
    const made = { ...filled, id }
    return { id, next: draft.id ? rows.map((r) => (r.id === id ? made : r)) : [...rows, made] }
  }
  const tryIt = () => {
    const { id, next } = whole()
    test.mutate({ id, words, value: { sources: next } }, { onSuccess: setResult })
  }
  const ready = isWhole(filled, engine)
  const name = source?.name ?? engine?.name ?? ''

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={row.id ? t('admin.provider.editTitle', { name }) : t('admin.source.add')}
      className="md:w-[600px]"
      footer={
        <>
          <Button disabled={test.isPending || !ready || words.trim() === ''} onClick={tryIt}>
            {test.isPending ? t('admin.provider.testing') : t('admin.provider.test')}
          </Button>
          <Button
            kind="primary"
            disabled={saving || !ready}
            onClick={() => void onSave(whole().next).catch(() => {})}
          >
            {t('admin.save')}
          </Button>
        </>
      }
    >
      {!row.id && (
        <EngineTiles
          engines={engines}
          chosen={draft.engine}
          onChoose={(e) => set({ engine: e.id, url: '', option: e.option[0] ?? '', local: false })}
        />
      )}
      {engine && !draft.own && (
        <>
          <p className="mb-4 text-[13px] text-ink-2 leading-[1.7]">
            {engine.note}
            {engine.keyUrl && (
              <a
                href={engine.keyUrl}
                target="_blank"
                rel="noreferrer noopener"
                className="hit ml-2 inline-flex items-center gap-1.5 text-qing-ink underline decoration-from-font underline-offset-4"
              >
                {t('admin.connect.getKey', { name: engine.name })}
                <ExternalLink size={14} strokeWidth={1.5} />
              </a>
            )}
          </p>
          <div className="grid gap-4 md:grid-cols-2">
            {!engine.baseUrl && (
              <Field label={t('admin.provider.url')} note={t('admin.source.urlNote')}>
                <Input
                  value={draft.url}
                  inputMode="url"
                  placeholder={
                    engine.id === 'mediawiki' ? 'https://zh.wikipedia.org' : 'http://127.0.0.1:8888'
                  }
                  onChange={(e) => setURL(e.target.value.trim())}
                />
              </Field>
            )}
            {engine.keyId && (
              <Field label={t('admin.source.keyId')} note={t('admin.source.keyIdNote')}>
                <Input
                  autoComplete="off"
                  value={draft.keyId}
                  onChange={(e) => set({ keyId: e.target.value.trim() })}
                />
              </Field>
            )}
            {engine.keyUrl && (
              <Field
                label={draft.keyId ? 'SecretKey' : t('admin.provider.key')}
                note={keeps ? t('admin.provider.keyKept') : undefined}
              >
                <Input
                  type="password"
                  autoComplete="off"
                  value={draft.key}
                  onFocus={(e) => e.target.select()}
                  onChange={(e) => set({ key: e.target.value.trim() })}
                />
              </Field>
            )}
            {engine.option.length > 0 && (
              <Field label={t('admin.source.option')}>
                <select
                  className={fieldClass}
                  value={draft.option || engine.option[0]}
                  onChange={(e) => set({ option: e.target.value })}
                >
                  {engine.option.map((o) => (
                    <option key={o}>{o}</option>
                  ))}
                </select>
              </Field>
            )}
          </div>
        </>
      )}
      {(engine || draft.own) && (
        <>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside. */}
          <label className="mt-4 flex min-h-11 items-center gap-3">
            <Switch checked={draft.fallOver} onCheckedChange={(fallOver) => set({ fallOver })} />
            <span>
              {t('admin.source.fallOver')}
              <span className="block text-[12px] text-ink-3">{t('admin.source.fallOverNote')}</span>
            </span>
          </label>
          <div className="mt-4 grid gap-4 md:grid-cols-2">
            <Field label={t('admin.source.dailyLimit')} note={t('admin.source.dailyLimitNote')}>
              <Input
                type="number"
                min={0}
                value={draft.dailyLimit || ''}
                onChange={(e) => set({ dailyLimit: Math.max(0, Math.trunc(Number(e.target.value)) || 0) })}
              />
            </Field>
            <Field label={t('admin.source.cost')} note={t('admin.source.costNote')}>
              <Input
                type="number"
                min={0}
                step="any"
                value={draft.cost || ''}
                onChange={(e) => set({ cost: Math.max(0, Number(e.target.value) || 0) })}
              />
            </Field>
          </div>
          {engine && !draft.own && (
            <details
              className="group mt-4 border-line border-t pt-2"
              open={draft.proxy !== '' || draft.local || draft.name !== '' || undefined}
            >
              <summary className="flex min-h-11 list-none items-center justify-between text-ink-2 [&::-webkit-details-marker]:hidden">
                {t('admin.provider.advanced')}
                <ChevronDown size={16} strokeWidth={1.5} className="group-open:rotate-180" />
              </summary>
              <div className="grid gap-4 md:grid-cols-2">
                <Field label={t('admin.provider.name')}>
                  <Input
                    value={draft.name}
                    maxLength={60}
                    placeholder={engine.name}
                    onChange={(e) => set({ name: e.target.value })}
                  />
                </Field>
                {engine.baseUrl && (
                  <Field label={t('admin.provider.url')}>
                    <Input
                      value={draft.url}
                      inputMode="url"
                      placeholder={engine.baseUrl}
                      onChange={(e) => setURL(e.target.value.trim())}
                    />
                  </Field>
                )}
                <Field label={t('admin.provider.proxy')} note={t('admin.provider.proxyNote')}>
                  <Input value={draft.proxy} onChange={(e) => set({ proxy: e.target.value.trim() })} />
                </Field>
                {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside. */}
                <label className="flex min-h-11 items-center gap-3">
                  <Switch checked={draft.local} onCheckedChange={(local) => set({ local })} />
                  <span>
                    {t('admin.provider.local')}
                    <span className="block text-[12px] text-ink-3">{t('admin.source.localNote')}</span>
                  </span>
                </label>
              </div>
            </details>
          )}
          <div className="mt-4">
            <Field label={t('admin.source.words')}>
              <Input value={words} maxLength={100} onChange={(e) => setWords(e.target.value)} />
            </Field>
          </div>
        </>
      )}
      <div aria-live="polite" className="mt-4">
        {result && <SourceTrial result={result} />}
      </div>
    </Dialog>
  )
}
