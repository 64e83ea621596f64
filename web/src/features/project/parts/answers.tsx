import { useQueryClient } from '@tanstack/react-query'
import { useT } from '@/i18n'
import { Section, SectionRow } from '@/ui/section'
import { Toggle } from '@/ui/toggle'
import { type Detail, LIST, update, useModels, useSites } from '../calls'
import { trying } from '../say'

/** The model of answers in the project, and the sites searched for each answer. */
export function Answers({ id, project, edits }: { id: string; project: Detail; edits: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const models = useModels()
  const sites = useSites()
  const model = project.chatModelId ?? ''
  const known = project.sites ?? []
  const list = (models.data ?? []).filter((m) => !m.offline)
  const there = list.find((m) => m.chatModelId === model)
  const gone = model !== '' && models.isSuccess && !there
  const named = (sites.data ?? []).filter((s) => edits || known.includes(s.id))
  const save = (what: Parameters<typeof update>[1]) =>
    trying(() => update(id, what)).then(async () => {
      await client.invalidateQueries({ queryKey: LIST })
      await client.invalidateQueries({ queryKey: ['models'] })
    })
  return (
    <Section title={t('project.answers')}>
      <SectionRow label={t('project.model')} note={t(gone ? 'project.model.gone' : 'project.model.note')}>
        {edits ? (
          <select
            aria-label={t('project.model')}
            className="h-9 max-w-full rounded-sm border border-line bg-surface px-2 max-md:h-11"
            value={model}
            onChange={(e) => void save({ chatModelId: e.target.value })}
          >
            <option value="">{t('project.model.default')}</option>
            {gone && <option value={model}>{model}</option>}
            {list.map((m) => (
              <option key={m.chatModelId} value={m.chatModelId}>
                {m.modelName}
              </option>
            ))}
          </select>
        ) : (
          <span className="text-ink-2">{there?.modelName ?? (model || t('project.model.default'))}</span>
        )}
      </SectionRow>
      {named.length > 0 && (
        <SectionRow label={t('project.sites')} note={t('project.sites.note')}>
          <div className="flex flex-wrap gap-1.5">
            {named.map((s) =>
              edits ? (
                <Toggle
                  key={s.id}
                  className="max-md:h-11"
                  pressed={known.includes(s.id)}
                  onChange={(on) =>
                    void save({ sites: on ? [...known, s.id] : known.filter((k) => k !== s.id) })
                  }
                >
                  {s.name}
                </Toggle>
              ) : (
                <span key={s.id} className="text-ink-2">
                  {s.name}
                </span>
              ),
            )}
          </div>
        </SectionRow>
      )}
    </Section>
  )
}
