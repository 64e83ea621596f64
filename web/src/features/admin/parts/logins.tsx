import { useState } from 'react'
import { type MessageId, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { useSection } from '../calls'
import { groupBy } from '../usage'
import { Head, Loaded } from './list'

type Values = Record<string, string>

/** The login settings, which override variables, flags and the configuration file. */
export default function Logins() {
  const section = useSection<Values>('login')
  return (
    <Loaded query={section.query}>
      <Editor key={section.query.data?.version} section={section} />
    </Loaded>
  )
}

/**
 * The groups of settings, one per service. The name of a setting begins with its group and an underscore. A setting
 * with any other name is in the group `rules`.
 */
const groups = ['sms', 'wx', 'qq', 'oneid', 'docs'] as const
type Group = (typeof groups)[number] | 'rules'

const groupOf = (key: string): Group => groups.find((g) => key.startsWith(`${g}_`)) ?? 'rules'

const switched = (value: string): MessageId => (value === 'on' ? 'admin.login.on' : 'admin.login.off')

function Editor({ section }: { section: ReturnType<typeof useSection<Values>> }) {
  const t = useT()
  const stored = section.value ?? {}
  const [values, setValues] = useState(stored)
  const fields = section.query.data?.fields ?? []
  const set = (key: string, value: string) => setValues((v) => ({ ...v, [key]: value }))
  const changed = fields.some((f) => (values[f.key] ?? '') !== (stored[f.key] ?? ''))
  return (
    <>
      <Head text={t('admin.login.intro')}>
        {section.isSet && (
          <Button onClick={() => void section.save(null).catch(() => {})}>{t('admin.limit.reset')}</Button>
        )}
        <Button
          kind="primary"
          disabled={section.saving || !changed}
          onClick={() =>
            void section
              .save(Object.fromEntries(Object.entries(values).filter(([, v]) => v !== '')))
              .catch(() => {})
          }
        >
          {t('admin.save')}
        </Button>
      </Head>
      {section.problem && (
        <p role="alert" className="mb-4 rounded-md bg-seal-soft px-4 py-3 text-seal">
          {section.problem}
        </p>
      )}
      {[...groupBy(fields, (f) => groupOf(f.key))].map(([group, list]) => (
        <Section key={group} title={t(`admin.login.${group as Group}`)}>
          {list.map((f) => (
            <SectionRow key={f.key} label={f.label} note={f.help || undefined}>
              {f.choice.length > 0 ? (
                <select
                  aria-label={f.label}
                  className="h-9 rounded-sm border border-line bg-surface px-2 max-md:h-11"
                  value={values[f.key] ?? ''}
                  onChange={(e) => set(f.key, e.target.value)}
                >
                  <option value="">{t('admin.login.fixed', { value: t(switched(f.default)) })}</option>
                  {f.choice.map((c) => (
                    <option key={c} value={c}>
                      {t(switched(c))}
                    </option>
                  ))}
                </select>
              ) : (
                <Input
                  className="max-w-72"
                  type={f.secret ? 'password' : 'text'}
                  autoComplete="off"
                  aria-label={f.label}
                  placeholder={f.default}
                  value={values[f.key] ?? ''}
                  onFocus={(e) => f.secret && e.target.select()}
                  onChange={(e) => set(f.key, e.target.value)}
                />
              )}
            </SectionRow>
          ))}
        </Section>
      ))}
    </>
  )
}
