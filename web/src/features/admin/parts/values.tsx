import type { AdminSetting } from '@/api'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { Switch } from '@/ui/switch'
import { groupBy } from '../usage'
import { type Doc, type Value, valueAt, withValue } from '../value'

type Field = AdminSetting['fields'][number]

/** The numbers and switches of a section, as the server describes them. */
export function ValueRows<T extends Doc>({
  fields,
  doc,
  onChange,
}: {
  fields: Field[]
  doc: T
  onChange: (doc: T) => void
}) {
  return [...groupBy(fields, (f) => f.group)].map(([group, list]) => (
    <Section key={group} title={group}>
      {list.map((f) => (
        <SectionRow key={f.key} label={f.label} note={f.help || undefined}>
          <Control
            field={f}
            value={valueAt(doc, f.key) ?? Number(f.default)}
            onChange={(v) => onChange(withValue(doc, f.key, v))}
          />
        </SectionRow>
      ))}
    </Section>
  ))
}

function Control({ field, value, onChange }: { field: Field; value: Value; onChange: (v: Value) => void }) {
  if (field.kind === 'switch') {
    return <Switch checked={value === true} aria-label={field.label} onCheckedChange={onChange} />
  }
  return (
    <Input
      type="number"
      min={field.min}
      max={field.max}
      className="w-28!"
      aria-label={field.label}
      value={Math.round(Number(value) / field.unit)}
      onChange={(e) => onChange(Math.max(field.min, Math.trunc(Number(e.target.value))) * field.unit)}
    />
  )
}
