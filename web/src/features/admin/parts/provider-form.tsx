import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminProvider, AdminTrial, AdminVendor } from '@/api'
import { useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { fieldClass, Input, Textarea } from '@/ui/field'
import { Switch } from '@/ui/switch'
import { KEPT, useAct } from '../calls'
import {
  blankModel,
  freeName,
  idFor,
  type ModelRow,
  type ProviderDoc,
  type ProviderRow,
  parseAliases,
  printAliases,
  takenIds,
} from '../provider'
import { Field } from './list'
import { TrialResult } from './trial-result'
import { VendorTiles } from './vendor-tiles'

interface Props {
  row: ProviderRow
  doc: ProviderDoc
  /** The row's position in the list; a new row is appended. */
  at: number
  /** The vendors to choose from for a new row. */
  vendors: readonly AdminVendor[]
  /** The providers in use, including those configured by variables. */
  inUse: readonly AdminProvider[]
  saving: boolean
  onSave: (doc: ProviderDoc) => Promise<void>
  onClose: () => void
}

/** Creates or changes a provider; it can be tested before it is saved. */
export function ProviderForm({ row, doc, at, vendors, inUse, saving, onSave, onClose }: Props) {
  const t = useT()
  const [draft, setDraft] = useState(row)
  const [aliases, setAliases] = useState(() => printAliases(row.aliases))
  const [vendor, setVendor] = useState<AdminVendor | null>(null)
  const [result, setResult] = useState<AdminTrial | null>(null)
  const test = useAct('/api/admin/provider/test')
  const set = (change: Partial<ProviderRow>) => {
    setDraft((d) => ({ ...d, ...change }))
    setResult(null)
  }
  const setModel = (i: number, change: Partial<ModelRow>) =>
    set({ models: draft.models.map((m, n) => (n === i ? { ...m, ...change } : m)) })

  const choose = (v: AdminVendor) => {
    setVendor(v)
    set({ name: v.baseUrl ? freeName(v.name, doc, inUse) : '', baseUrl: v.baseUrl, local: v.local })
  }
  // The stored key is valid for the stored address only.
  const keeps = row.key === KEPT && draft.baseUrl === row.baseUrl
  const whole = (): { id: string; next: ProviderDoc } => {
    const id =
      draft.id || idFor(vendor?.baseUrl ? { ...draft, name: vendor.id } : draft, takenIds(doc, inUse))
    const providers = [...doc.providers]
    providers[at] = {
      ...draft,
      id,
      key: draft.key || (keeps ? KEPT : ''),
      aliases: parseAliases(aliases),
      models: draft.models.filter((m) => m.id.trim() !== ''),
    }
    return { id, next: { ...doc, providers } }
  }
  const tryIt = () => {
    const { id, next } = whole()
    test.mutate({ id, value: next }, { onSuccess: setResult })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={row.id ? t('admin.provider.editTitle', { name: row.name || row.id }) : t('admin.provider.add')}
      className="md:w-[600px]"
      footer={
        <>
          <Button disabled={test.isPending || !draft.baseUrl} onClick={tryIt}>
            {test.isPending ? t('admin.provider.testing') : t('admin.provider.test')}
          </Button>
          <Button
            kind="primary"
            disabled={saving || !draft.baseUrl}
            onClick={() => void onSave(whole().next).catch(() => {})}
          >
            {t('admin.save')}
          </Button>
        </>
      }
    >
      {!row.id && (
        <div className="mb-4">
          <VendorTiles vendors={vendors} chosen={vendor?.id} connected={[]} onChoose={choose} compact />
        </div>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t('admin.provider.name')}>
          <Input value={draft.name} maxLength={64} onChange={(e) => set({ name: e.target.value })} />
        </Field>
        <Field label={t('admin.provider.url')} note={t('admin.provider.urlNote')}>
          <Input
            value={draft.baseUrl}
            inputMode="url"
            placeholder="https://api.example.com/v1"
            onChange={(e) => set({ baseUrl: e.target.value.trim() })}
          />
        </Field>
        <Field label={t('admin.provider.key')} note={keeps ? t('admin.provider.keyKept') : undefined}>
          <Input
            type="password"
            autoComplete="off"
            value={draft.key}
            onFocus={(e) => e.target.select()}
            onChange={(e) => set({ key: e.target.value.trim() })}
          />
        </Field>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside. */}
        <label className="flex min-h-11 items-center gap-3 md:col-span-2">
          <Switch checked={draft.local} onCheckedChange={(local) => set({ local })} />
          <span>
            {t('admin.provider.local')}
            <span className="block text-[12px] text-ink-3">{t('admin.provider.localNote')}</span>
          </span>
        </label>
      </div>

      <details
        className="group mt-4 border-line border-t pt-2"
        open={draft.models.length > 0 || draft.proxy !== '' || aliases !== '' || undefined}
      >
        <summary className="flex min-h-11 list-none items-center justify-between text-ink-2 [&::-webkit-details-marker]:hidden">
          <span>
            {t('admin.provider.advanced')}
            <span className="ml-2 text-[12.5px] text-ink-3">{t('admin.provider.advancedNote')}</span>
          </span>
          <ChevronDown size={16} strokeWidth={1.5} className="group-open:rotate-180" />
        </summary>
        <Field label={t('admin.provider.proxy')} note={t('admin.provider.proxyNote')}>
          <Input value={draft.proxy} onChange={(e) => set({ proxy: e.target.value.trim() })} />
        </Field>
        <fieldset className="mt-4">
          <legend className="mb-1 text-[13px] text-ink-2">{t('admin.model.title')}</legend>
          <p className="mb-2 text-[12px] text-ink-3">{t('admin.model.note')}</p>
          <ul className="space-y-3">
            {draft.models.map((m, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the id changes while it is typed; the index does not.
              <li key={i} className="grid grid-cols-2 gap-2 rounded-md border border-line p-3 md:grid-cols-4">
                <Input
                  aria-label={t('admin.model.id')}
                  placeholder={t('admin.model.id')}
                  className="col-span-2"
                  value={m.id}
                  onChange={(e) => setModel(i, { id: e.target.value.trim() })}
                />
                <Input
                  aria-label={t('admin.model.name')}
                  placeholder={t('admin.model.name')}
                  value={m.name}
                  onChange={(e) => setModel(i, { name: e.target.value })}
                />
                <div className="flex items-center gap-2">
                  <select
                    aria-label={t('admin.model.thinking')}
                    className={fieldClass}
                    value={m.thinking}
                    onChange={(e) => setModel(i, { thinking: e.target.value as ModelRow['thinking'] })}
                  >
                    <option value="">{t('admin.model.thinking.auto')}</option>
                    <option value="never">{t('admin.model.thinking.never')}</option>
                    <option value="switch">{t('admin.model.thinking.switch')}</option>
                    <option value="always">{t('admin.model.thinking.always')}</option>
                  </select>
                  <IconButton
                    label={t('admin.model.remove', { name: m.id })}
                    onClick={() => set({ models: draft.models.filter((_, n) => n !== i) })}
                  >
                    <Trash2 strokeWidth={1.5} />
                  </IconButton>
                </div>
                {(['context', 'promptPrice', 'completionPrice'] as const).map((name) => (
                  <Field key={name} label={t(`admin.model.${name}`)}>
                    <Input
                      type="number"
                      min={0}
                      step="any"
                      value={m[name] || ''}
                      onChange={(e) => setModel(i, { [name]: Number(e.target.value) || 0 })}
                    />
                  </Field>
                ))}
                <select
                  aria-label={t('admin.model.search')}
                  className={fieldClass}
                  value={m.search ?? ''}
                  onChange={(e) => setModel(i, { search: e.target.value as ModelRow['search'] })}
                >
                  <option value="">{t('admin.model.search.server')}</option>
                  <option value="tools">{t('admin.model.search.tools')}</option>
                  <option value="itself">{t('admin.model.search.itself')}</option>
                </select>
                {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside. */}
                <label className="flex items-center gap-2 self-end pb-1.5 text-[13px]">
                  <Switch checked={m.vision} onCheckedChange={(vision) => setModel(i, { vision })} />
                  {t('admin.model.vision')}
                </label>
              </li>
            ))}
          </ul>
          <Button
            size="sm"
            kind="ghost"
            className="mt-2"
            onClick={() => set({ models: [...draft.models, blankModel] })}
          >
            <Plus strokeWidth={1.5} />
            {t('admin.model.add')}
          </Button>
        </fieldset>

        <div className="mt-4">
          <Field label={t('admin.provider.aliases')} note={t('admin.provider.aliasesNote')}>
            <Textarea
              className="min-h-11 rounded-sm border border-line bg-surface px-3 py-2 font-mono text-[13px]"
              value={aliases}
              placeholder="hunyuan = hy3"
              onChange={(e) => setAliases(e.target.value)}
            />
          </Field>
        </div>
      </details>

      <div aria-live="polite" className="mt-4">
        {result && <TrialResult result={result} />}
      </div>
    </Dialog>
  )
}
