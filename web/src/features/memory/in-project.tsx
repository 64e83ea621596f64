import { useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Section, SectionRow } from '@/ui/section'
import { Switch } from '@/ui/switch'
import { AddForm } from './add-form'
import { choose, useChange, useMemories } from './calls'
import { Row } from './row'

/** Number of memories shown at first. */
const FEW = 5

/** The memories stated by members in a project, and the switch for remembering. */
export default function InProject({ project, edits }: { project: string; edits: boolean }) {
  const t = useT()
  const found = useMemories('', true, project)
  const change = useChange()
  const [all, setAll] = useState(false)
  const items = found.data?.items ?? []
  const choice = found.data?.choice
  const on = Boolean(choice?.use || choice?.notice)
  return (
    <Section title={t('memory.title')}>
      <SectionRow label={t('memory.project')} note={t('memory.project.note')}>
        <Switch
          checked={on}
          disabled={!edits || !choice}
          aria-label={t('memory.project')}
          onCheckedChange={(now) => void change(() => choose({ use: now, notice: now }, project))}
        />
      </SectionRow>
      {found.isError && (
        <p role="alert" className="px-4 py-2.5 text-[13px] text-ink-3">
          {errorText(found.error)}
        </p>
      )}
      {items.length > 0 && (
        <ul aria-label={t('memory.title')} className="divide-y divide-line">
          {items.slice(0, all ? undefined : FEW).map((m) => (
            <Row key={m.id} memory={m} change={change} project={project} fixed={!edits} />
          ))}
        </ul>
      )}
      {items.length > FEW && !all && (
        <Button kind="ghost" size="sm" onClick={() => setAll(true)}>
          {t('memory.project.all', { count: items.length })}
        </Button>
      )}
      {edits && on && (
        <AddForm
          change={change}
          hint={t('memory.project.hint')}
          project={project}
          className="flex gap-2 px-4 py-2.5"
        />
      )}
    </Section>
  )
}
