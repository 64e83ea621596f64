import { FileText, Globe, Plus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type DocView, loadChoose, loadUpload } from '@/features/document'
import { useT, withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { Button, IconButton } from '@/ui/button'
import { Section } from '@/ui/section'
import { Toggle } from '@/ui/toggle'
import { useFiles, useSites } from './calls'
import type { Draft } from './use-draft'

const ChooseDialog = lazy(withCatalogue('document', loadChoose))
const UploadButton = lazy(withCatalogue('document', loadUpload))

/** The knowledge of an agent: files of its author, and sites of this server. */
export function Knowledge({ draft }: { draft: Draft }) {
  const t = useT()
  const sites = useSites()
  const [choosing, setChoosing] = useState(false)
  // Names of the files added on this page; for the other files, the server returns the names.
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const { spec, own, set } = draft
  const files = spec.files ?? []
  const known = spec.sites ?? []
  const there = useFiles(own)
  const nameOf = (id: string) => there.find((f) => f.id === id)?.name ?? chosen[id]
  const reading = (id: string) => there.some((f) => f.id === id && !f.ready)
  const take = (docs: readonly DocView[]) => {
    setChosen((c) => ({ ...c, ...Object.fromEntries(docs.map((d) => [d.id, d.fileName])) }))
    set((now) => ({ files: [...new Set([...(now.files ?? []), ...docs.map((d) => d.id)])] }))
  }
  return (
    <Section title={t('agent.knowledge')}>
      <div className="space-y-3 px-4 py-4">
        <p className="text-[13px] text-ink-3">{t('agent.form.knowledge')}</p>
        <ul className="space-y-1">
          {files.map((id) => (
            <li key={id} className="flex items-center gap-2">
              <FileText size={16} strokeWidth={1.5} className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{nameOf(id) ?? t('agent.form.file.gone')}</span>
              {reading(id) && <span className="text-[12px] text-ink-3">{t('agent.form.file.reading')}</span>}
              <IconButton
                size="sm"
                label={t('agent.form.file.remove', { name: nameOf(id) ?? id })}
                onClick={() => set({ files: files.filter((f) => f !== id) })}
              >
                <X strokeWidth={1.5} />
              </IconButton>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setChoosing(true)}>
            <Plus strokeWidth={1.5} />
            {t('agent.form.file.add')}
          </Button>
          <Suspense>
            <UploadButton place={`library-${own.id}`} onArrived={take} />
          </Suspense>
        </div>
        {sites.data && sites.data.length > 0 && (
          <fieldset>
            <legend className="mb-1.5 flex items-center gap-1.5 text-[13px] text-ink-2">
              <Globe size={16} strokeWidth={1.5} />
              {t('agent.field.sites')}
            </legend>
            <div className="flex flex-wrap gap-1.5">
              {sites.data.map((s) => (
                <Toggle
                  key={s.id}
                  className="max-md:h-11"
                  pressed={known.includes(s.id)}
                  onChange={(on) => set({ sites: on ? [...known, s.id] : known.filter((k) => k !== s.id) })}
                >
                  {s.name}
                </Toggle>
              ))}
            </div>
          </fieldset>
        )}
      </div>
      {choosing && (
        <Suspense>
          <ChooseDialog draft="" onChoose={take} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Section>
  )
}
