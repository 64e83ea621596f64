import { useState } from 'react'
import type { Answer } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { Switch } from '@/ui/switch'
import { useAct } from '../calls'
import { Field } from './list'
import type { Site } from './sites'

type Trial = Answer<'/api/admin/site/try', 'post'>['data']

/** The numeric settings in the form, with their limits. */
const numbers = [
  ['maxPages', 'admin.site.maxPages', 1, 5000],
  ['maxDepth', 'admin.site.maxDepth', 0, 10],
  ['everyHours', 'admin.site.everyHours', 1, 720],
] as const

/** Creates or changes a site; it can be tested before it is saved. */
export function SiteForm({ site, onClose }: { site: Site; onClose: () => void }) {
  const t = useT()
  const [draft, setDraft] = useState(site)
  const [trial, setTrial] = useState<Trial | null>(null)
  const look = useAct('/api/admin/site/try')
  const save = useAct('/api/admin/site/save', ['/api/admin/site/list'])
  const set = (change: Partial<Site>) => {
    setDraft((d) => ({ ...d, ...change }))
    setTrial(null)
  }
  const { id, name, kind, url, local, active, maxPages, maxDepth, pauseMs, everyHours } = draft
  const body = { id, name, kind, url, local, active, maxPages, maxDepth, pauseMs, everyHours }
  const ready =
    url.trim() !== '' &&
    numbers.every(
      ([key, , min, max]) => Number.isInteger(draft[key]) && draft[key] >= min && draft[key] <= max,
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={site.id ? site.name : t('admin.site.add')}
      className="md:w-[560px]"
      footer={
        <>
          <Button
            disabled={!ready || look.isPending}
            onClick={() => look.mutate(body, { onSuccess: (out) => setTrial(out.data) })}
          >
            {t(look.isPending ? 'admin.site.trying' : 'admin.site.try')}
          </Button>
          <Button
            kind="primary"
            disabled={!ready || save.isPending}
            onClick={() => save.mutate(body, { onSuccess: onClose })}
          >
            {t('admin.save')}
          </Button>
        </>
      }
    >
      <Segmented
        label={t('admin.site.kind')}
        value={kind === 'feed' ? 'feed' : 'site'}
        onChange={(next) => set({ kind: next })}
        options={[
          { value: 'site', label: t('admin.site.kind.site') },
          { value: 'feed', label: t('admin.site.kind.feed') },
        ]}
      />
      <div className="mt-4 grid gap-4">
        <Field label={t('admin.site.url')} note={t('admin.site.urlHelp')}>
          <Input
            type="url"
            value={url}
            placeholder="https://"
            maxLength={2000}
            onChange={(e) => set({ url: e.target.value })}
          />
        </Field>
        <Field label={t('admin.site.name')}>
          <Input value={name} maxLength={60} onChange={(e) => set({ name: e.target.value })} />
        </Field>
        <div className="grid gap-4 md:grid-cols-3">
          {numbers.map(([key, label, min, max]) => (
            <Field key={key} label={t(label)}>
              <Input
                type="number"
                min={min}
                max={max}
                value={draft[key]}
                onChange={(e) => set({ [key]: e.target.valueAsNumber })}
              />
            </Field>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside. */}
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <Switch checked={local} onCheckedChange={(on) => set({ local: on })} />
        <span>
          {t('admin.site.local')}
          <span className="block text-[12px] text-ink-3">{t('admin.site.localHelp')}</span>
        </span>
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside. */}
      <label className="mt-2 flex min-h-11 items-center gap-3">
        <Switch checked={active} onCheckedChange={(on) => set({ active: on })} />
        {t('admin.site.active')}
      </label>
      <div aria-live="polite" className="mt-3 text-[13px]">
        {trial && <Outcome trial={trial} kind={kind} />}
      </div>
    </Dialog>
  )
}

/** The result of testing a site. */
function Outcome({ trial, kind }: { trial: Trial; kind: string }) {
  const t = useT()
  if (trial.reason) return <p className="text-seal">{trial.reason}</p>
  if (trial.kind === 'feed' && kind !== 'feed') return <p className="text-seal">{t('admin.site.isFeed')}</p>
  return (
    <>
      <p className="text-qing-ink">{t('admin.site.tried', { title: trial.title, count: trial.count })}</p>
      <ul className="mt-1 space-y-1 text-ink-3">
        {trial.samples.map((s) => (
          <li key={s} className="truncate">
            {s}
          </li>
        ))}
      </ul>
    </>
  )
}
