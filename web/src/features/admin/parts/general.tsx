import { useState } from 'react'
import { localeNames, locales, useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Input, Textarea } from '@/ui/field'
import { Section } from '@/ui/section'
import { Segmented } from '@/ui/segmented'
import { useAct, useSection } from '../calls'
import { type GeneralDoc, read, write } from '../general'
import { Field, Head, Loaded } from './list'
import { ValueRows } from './values'

/** General information for the page: editable fields, and the whole document as JSON. */
export default function General() {
  const section = useSection<GeneralDoc>('general')
  return (
    <Loaded query={section.query}>
      {section.value && <Editor key={section.query.data?.version} section={section} value={section.value} />}
    </Loaded>
  )
}

function Editor({
  section,
  value,
}: {
  section: ReturnType<typeof useSection<GeneralDoc>>
  value: GeneralDoc
}) {
  const t = useT()
  const [text, setText] = useState(() => write(value))
  const [leaving, setLeaving] = useState(false)
  const [locale, setLocale] = useState(useLocale())
  const preview = useAct('/api/admin/settings/preview')
  const doc = read(text)
  const set = (change: (d: GeneralDoc) => void) => {
    if (!doc) return
    const next = structuredClone(doc)
    change(next)
    setText(write(next))
  }
  const base = doc?.appBaseConfig
  return (
    <>
      <Head text={t('admin.general.intro')}>
        {section.isSet && <Button onClick={() => setLeaving(true)}>{t('admin.general.reset')}</Button>}
        <Button
          disabled={!doc || preview.isPending}
          onClick={() => preview.mutate({ name: 'general', value: doc })}
        >
          {t('admin.general.preview')}
        </Button>
        <Button
          kind="primary"
          disabled={!doc || section.saving || text === write(value)}
          onClick={() => doc && void section.save(doc).catch(() => {})}
        >
          {t('admin.save')}
        </Button>
      </Head>
      {section.problem && (
        <p role="alert" className="mb-4 rounded-md bg-seal-soft px-4 py-3 text-seal">
          {section.problem}
        </p>
      )}
      {doc && base && (
        <>
          <ValueRows
            fields={section.query.data?.fields ?? []}
            doc={doc}
            onChange={(next) => setText(write(next))}
          />
          <section className="mt-8">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
              <h2 className="px-1 font-medium text-[13px] text-ink-3">{t('admin.general.words')}</h2>
              <Segmented
                label={t('shell.language')}
                value={locale}
                onChange={setLocale}
                options={locales.map((l) => ({ value: l, label: localeNames[l] }))}
              />
            </div>
            <div className="space-y-4 rounded-md border border-line bg-surface p-4">
              <Field label={t('admin.general.guidance')}>
                <Input
                  value={doc.guidance[locale] ?? ''}
                  onChange={(e) =>
                    set((d) => {
                      d.guidance[locale] = e.target.value
                    })
                  }
                />
              </Field>
              <Field label={t('admin.general.tempNotice')}>
                <Input
                  value={base.tempConvNotice[locale] ?? ''}
                  onChange={(e) =>
                    set((d) => {
                      d.appBaseConfig.tempConvNotice[locale] = e.target.value
                    })
                  }
                />
              </Field>
              {doc.greetings.map((g, i) => (
                <Field key={g.fromHour} label={t('admin.general.greeting', { hour: g.fromHour })}>
                  <Input
                    value={g.text[locale] ?? ''}
                    onChange={(e) =>
                      set((d) => {
                        d.greetings[i]!.text[locale] = e.target.value
                      })
                    }
                  />
                </Field>
              ))}
            </div>
          </section>
        </>
      )}
      <details className="mt-8" open={!doc || undefined}>
        <summary className="cursor-pointer px-1 font-medium text-[13px] text-ink-3">
          {t('admin.general.json')}
        </summary>
        <Textarea
          aria-label={t('admin.general.json')}
          aria-invalid={!doc}
          spellCheck={false}
          className="mt-2.5 max-h-[60dvh] min-h-64 overflow-y-auto rounded-md border border-line bg-surface px-4 py-3 font-mono text-[13px]"
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
        {!doc && (
          <p role="alert" className="mt-1 px-1 text-[13px] text-seal">
            {t('admin.general.noJson')}
          </p>
        )}
      </details>
      {preview.data && (
        <Section title={t('admin.general.previewTitle')}>
          <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words px-4 py-3 font-mono text-[12px]">
            {JSON.stringify(preview.data.general, null, 2)}
          </pre>
        </Section>
      )}
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t('admin.general.resetTitle')}
        description={t('admin.general.resetText')}
        action={t('admin.general.reset')}
        danger
        onConfirm={() => void section.save(null).catch(() => {})}
      />
    </>
  )
}
