import { useT } from '@/i18n'
import { Section, SectionRow } from '@/ui/section'
import { Switch } from '@/ui/switch'
import { useTools } from './calls'

/** The tools available to an agent. A selected tool that no longer exists can be removed. */
export function ToolField({ tools, onChange }: { tools: string[]; onChange: (tools: string[]) => void }) {
  const t = useT()
  const { data } = useTools()
  const known = (data ?? []).filter((k) => k.allowed || tools.includes(k.name))
  const others = data ? tools.filter((name) => !known.some((k) => k.name === name)) : []
  const rows = [...known, ...others.map((name) => ({ name, title: name, text: t('agent.form.tool.other') }))]
  return (
    <Section title={t('agent.field.tools')}>
      {rows.map((k) => (
        <SectionRow key={k.name} label={k.title} note={k.text}>
          <Switch
            aria-label={k.title}
            checked={tools.includes(k.name)}
            onCheckedChange={(on) => onChange(on ? [...tools, k.name] : tools.filter((n) => n !== k.name))}
          />
        </SectionRow>
      ))}
    </Section>
  )
}
