import { type FormEvent, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { Switch } from '@/ui/switch'
import { add, choose, useChange, useMemories } from './calls'
import { Row } from './row'

const MAX = 500
/** Number of memories that are shown at first. */
const FEW = 5

/** The memories that a project's members have stated in the project, and the switch for remembering. */
export default function InProject({ project, edits }: { project: string; edits: boolean }) {
  const t = useT()
  const found = useMemories('', true, project)
  const change = useChange()
  const { guard, props } = useComposition()
  const [typed, setTyped] = useState('')
  const [all, setAll] = useState(false)
  const items = found.data?.items ?? []
  const choice = found.data?.choice
  const on = Boolean(choice?.use || choice?.notice)
  const put = async (e: FormEvent) => {
    e.preventDefault()
    const text = typed.trim()
    if (text && (await change(() => add(text, project)))) setTyped('')
  }
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
        <form onSubmit={(e) => void put(e)} className="flex gap-2 px-4 py-2.5">
          <Input
            value={typed}
            maxLength={MAX}
            aria-label={t('memory.add')}
            placeholder={t('memory.project.hint')}
            onChange={(e) => setTyped(e.target.value)}
            {...props}
            onKeyDown={(e) => {
              // Enter during a composition must not submit the form.
              if (e.key === 'Enter' && !guard.isEnter(e)) e.preventDefault()
            }}
          />
          <Button type="submit" className="max-md:h-11" disabled={!typed.trim()}>
            {t('memory.add')}
          </Button>
        </form>
      )}
    </Section>
  )
}
