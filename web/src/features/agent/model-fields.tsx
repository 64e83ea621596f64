import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { post } from '@/api'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import type { Draft } from './use-draft'
import { kinds, modes } from './words'

const box = 'h-9 rounded-sm border border-line bg-surface px-2 max-md:h-11'

/** The model of an agent with its parameters, and the chat mode and the kind of the agent. */
export function ModelFields({ draft }: { draft: Draft }) {
  const t = useT()
  const { spec, set } = draft
  const models = useQuery({
    queryKey: ['agents', 'models'],
    queryFn: ({ signal }) => post('/api/agent/model/list', { agentId: boot.defaultAgentId }, { signal }),
    select: (a) => a.modelList.filter((m) => m.chatModelId !== 'offline'),
    staleTime: 15_000,
  })
  const list = models.data ?? []
  const gone = spec.model && models.data && !list.some((m) => m.chatModelId === spec.model)
  return (
    <Section title={t('agent.form.model')}>
      <SectionRow
        label={t('agent.field.model')}
        note={gone ? t('agent.form.model.gone') : t('agent.form.model.note')}
      >
        <select
          aria-label={t('agent.field.model')}
          className={box}
          value={spec.model ?? ''}
          onChange={(e) => set({ model: e.target.value })}
        >
          <option value="">{t('agent.form.model.default')}</option>
          {gone && <option value={spec.model}>{spec.model}</option>}
          {list.map((m) => (
            <option key={m.chatModelId} value={m.chatModelId}>
              {m.modelName}
            </option>
          ))}
        </select>
      </SectionRow>
      <SectionRow label={t('agent.field.mode')} note={t('agent.form.mode.note')}>
        <select
          aria-label={t('agent.field.mode')}
          className={box}
          value={spec.mode ?? 'default'}
          onChange={(e) => set({ mode: e.target.value as (typeof modes)[number] })}
        >
          {modes.map((m) => (
            <option key={m} value={m}>
              {t(`agent.mode.${m}`)}
            </option>
          ))}
        </select>
      </SectionRow>
      <SectionRow label={t('agent.field.kind')} note={t('agent.form.kind.note')}>
        <select
          aria-label={t('agent.field.kind')}
          className={box}
          value={spec.kind ?? 'yuanbao'}
          onChange={(e) => set({ kind: e.target.value as (typeof kinds)[number] })}
        >
          {kinds.map((k) => (
            <option key={k} value={k}>
              {t(`agent.kind.${k}`)}
            </option>
          ))}
        </select>
      </SectionRow>
      <Amount
        label={t('agent.field.temperature')}
        note={t('agent.form.temperature')}
        value={spec.temperature}
        max={2}
        step={0.1}
        onChange={(temperature) => set({ temperature })}
      />
      <Amount
        label={t('agent.field.topP')}
        note={t('agent.form.topP')}
        value={spec.topP}
        max={1}
        step={0.05}
        onChange={(topP) => set({ topP })}
      />
      <Amount
        label={t('agent.field.maxTokens')}
        note={t('agent.form.maxTokens')}
        value={spec.maxTokens || undefined}
        max={32_000}
        step={1}
        onChange={(n) => set({ maxTokens: n ?? 0 })}
      />
    </Section>
  )
}

interface AmountProps {
  label: string
  note: string
  value: number | undefined
  max: number
  step: number
  onChange: (value: number | undefined) => void
}

/** An optional number; values out of range are ignored. */
function Amount({ label, note, value, max, step, onChange }: AmountProps) {
  const t = useT()
  const id = useId()
  return (
    <SectionRow label={<label htmlFor={id}>{label}</label>} note={note}>
      <Input
        id={id}
        type="number"
        className="w-28"
        min={0}
        max={max}
        step={step}
        value={value ?? ''}
        placeholder={t('agent.form.default')}
        onChange={(e) => {
          if (e.target.value === '') return onChange(undefined)
          const n = Number(e.target.value)
          if (Number.isFinite(n) && n >= 0 && n <= max) onChange(step === 1 ? Math.round(n) : n)
        }}
      />
    </SectionRow>
  )
}
