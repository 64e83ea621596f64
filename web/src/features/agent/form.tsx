import { useId } from 'react'
import { useT } from '@/i18n'
import { Input, Textarea } from '@/ui/field'
import { Section } from '@/ui/section'
import { Toggle } from '@/ui/toggle'
import { AvatarField } from './avatar-field'
import { Knowledge } from './knowledge'
import { ModelFields } from './model-fields'
import { Questions } from './questions'
import { ToolField } from './tool-field'
import type { Draft } from './use-draft'
import { categories } from './words'

/** The form with all fields of an agent. */
export function Form({ draft }: { draft: Draft }) {
  const t = useT()
  const { spec, set } = draft
  return (
    <form
      className="mx-auto w-full max-w-[760px] px-6 pt-4 pb-16 max-md:px-4"
      onSubmit={(e) => e.preventDefault()}
    >
      <Section title={t('agent.form.look')}>
        <div className="space-y-4 px-4 py-4">
          <AvatarField draft={draft} />
          <Words
            label={t('agent.field.name')}
            value={spec.name ?? ''}
            max={30}
            placeholder={t('agent.form.name')}
            onChange={(name) => set({ name })}
          />
          <Words
            label={t('agent.field.description')}
            value={spec.description ?? ''}
            max={200}
            placeholder={t('agent.form.description')}
            onChange={(description) => set({ description })}
          />
          <fieldset>
            <legend className="mb-1.5 text-[13px] text-ink-2">{t('agent.field.category')}</legend>
            <div className="flex flex-wrap gap-1.5">
              {categories.map((c) => (
                <Toggle
                  key={c}
                  className="max-md:h-11"
                  pressed={spec.category === c}
                  onChange={(on) => set({ category: on ? c : '' })}
                >
                  {t(`agent.category.${c}`)}
                </Toggle>
              ))}
            </div>
          </fieldset>
        </div>
      </Section>
      <Section title={t('agent.form.mind')}>
        <div className="space-y-4 px-4 py-4">
          <Words
            label={t('agent.field.persona')}
            note={t('agent.form.persona.note')}
            value={spec.persona ?? ''}
            max={10_000}
            long
            placeholder={t('agent.form.persona')}
            onChange={(persona) => set({ persona })}
          />
          <Words
            label={t('agent.field.opening')}
            value={spec.opening ?? ''}
            max={1_000}
            long
            placeholder={t('agent.form.opening')}
            onChange={(opening) => set({ opening })}
          />
          <Questions list={[...(spec.questions ?? [])]} onChange={(questions) => set({ questions })} />
        </div>
      </Section>
      <Knowledge draft={draft} />
      <ToolField tools={[...(spec.tools ?? [])]} onChange={(tools) => set({ tools })} />
      <ModelFields draft={draft} />
    </form>
  )
}

interface WordsProps {
  label: string
  note?: string
  value: string
  /** Maximum number of characters. */
  max: number
  long?: boolean
  placeholder: string
  onChange: (value: string) => void
}

/** A text field with a label. If the text is longer than 80 % of the maximum, the field shows its length. */
function Words({ label, note, value, max, long, placeholder, onChange }: WordsProps) {
  const id = useId()
  const length = [...value].length
  const props = {
    id,
    value,
    maxLength: max,
    placeholder,
    'aria-describedby': note ? `${id}-note` : undefined,
    onChange: (e: { target: { value: string } }) => onChange(e.target.value),
  }
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between text-[13px] text-ink-2">
        <label htmlFor={id}>{label}</label>
        {length > max * 0.8 && (
          <span className="text-[12px] text-ink-3 tabular-nums">{`${length}/${max}`}</span>
        )}
      </div>
      {long ? (
        <Textarea
          {...props}
          rows={4}
          className="max-h-80 min-h-24 overflow-y-auto rounded-sm border border-line bg-surface px-3 py-2"
        />
      ) : (
        <Input {...props} />
      )}
      {note && (
        <p id={`${id}-note`} className="mt-1 text-[12px] text-ink-3">
          {note}
        </p>
      )}
    </div>
  )
}
