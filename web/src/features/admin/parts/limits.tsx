import { useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { useSection } from '../calls'
import type { Doc } from '../value'
import { Head, Loaded } from './list'
import { ValueRows } from './values'

/** Limits on use and on personal keys. The server defines which limits exist and what 0 means. */
export default function Limits() {
  const t = useT()
  return (
    <>
      <Part name="limits" intro={t('admin.limit.intro')} />
      <div className="mt-8">
        <Part name="apikeys" intro={t('admin.limit.keys')} />
      </div>
    </>
  )
}

function Part({ name, intro }: { name: string; intro: string }) {
  const section = useSection<Doc>(name)
  return (
    <Loaded query={section.query}>
      {section.value && (
        <Editor key={section.query.data?.version} section={section} value={section.value} intro={intro} />
      )}
    </Loaded>
  )
}

function Editor({
  section,
  value,
  intro,
}: {
  section: ReturnType<typeof useSection<Doc>>
  value: Doc
  intro: string
}) {
  const t = useT()
  const [doc, setDoc] = useState(value)
  return (
    <>
      <Head text={intro}>
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
      <ValueRows fields={section.query.data?.fields ?? []} doc={doc} onChange={setDoc} />
    </>
  )
}
