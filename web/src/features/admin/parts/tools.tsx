import { useState } from 'react'
import type { AdminSetting } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Section } from '@/ui/section'
import { Switch } from '@/ui/switch'
import { useSection } from '../calls'
import { groupBy } from '../usage'
import { type Doc, valueAt, withValue } from '../value'
import { Head, Loaded } from './list'

type Field = AdminSetting['fields'][number]

/** The tools: who may use each tool in answers, and when consent is required. The server defines the tools. */
export default function Tools() {
  const section = useSection<Doc>('tools')
  return (
    <Loaded query={section.query}>
      {section.value && <Editor key={section.query.data?.version} section={section} value={section.value} />}
    </Loaded>
  )
}

function Editor({ section, value }: { section: ReturnType<typeof useSection<Doc>>; value: Doc }) {
  const t = useT()
  const [doc, setDoc] = useState(value)
  return (
    <>
      <Head text={t('admin.tool.intro')}>
        {section.isSet && (
          <Button onClick={() => void section.save(null).catch(() => {})}>{t('admin.limit.reset')}</Button>
        )}
        <Button
          kind="primary"
          disabled={section.saving || JSON.stringify(doc) === JSON.stringify(value)}
          onClick={() => void section.save(doc).catch(() => {})}
        >
          {t('admin.save')}
        </Button>
      </Head>
      <Section title={t('admin.tool.list')}>
        {[...groupBy(section.query.data?.fields ?? [], (f) => f.group)].map(([group, fields]) => (
          <div key={group} className="px-4 py-3.5">
            <p>{group}</p>
            <p className="mt-0.5 text-[13px] text-ink-3">{fields[0]?.help}</p>
            <div className="mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-2 text-[13px] text-ink-2">
              {fields.map((f) => (
                <span key={f.key} className="flex items-center gap-2">
                  {f.label}
                  <Control field={f} doc={doc} group={group} onChange={setDoc} />
                </span>
              ))}
            </div>
          </div>
        ))}
      </Section>
    </>
  )
}

function Control({
  field,
  doc,
  group,
  onChange,
}: {
  field: Field
  doc: Doc
  group: string
  onChange: (doc: Doc) => void
}) {
  const t = useT()
  const name = `${group} · ${field.label}`
  const value = valueAt(doc, field.key)
  if (field.kind === 'switch')
    return (
      <Switch
        checked={value !== false}
        aria-label={name}
        onCheckedChange={(on) => onChange(withValue(doc, field.key, on))}
      />
    )
  return (
    <select
      aria-label={name}
      value={typeof value === 'string' ? value : ''}
      onChange={(e) => onChange(withValue(doc, field.key, e.target.value))}
      className="h-9 rounded-sm border border-line bg-surface px-2 text-[13px] max-md:h-11"
    >
      {(['', 'never', 'once', 'every'] as const).map((ask) => (
        <option key={ask} value={ask}>
          {t(`admin.tool.ask.${ask || 'own'}`)}
        </option>
      ))}
    </select>
  )
}
