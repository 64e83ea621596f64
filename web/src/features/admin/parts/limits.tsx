import { useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { useSection } from '../calls'
import { Head, Loaded } from './list'

interface LimitDoc {
  visitorsPerHour: number
  questionsPerMinute: number
  uploadsPerMinute: number
  questionsPerDay: { visitor: number; user: number; admin: number }
}

/** How much one may do; 0 is no limit. */
export default function Limits() {
  const section = useSection<LimitDoc>('limits')
  return (
    <Loaded query={section.query}>
      {section.value && <Editor key={section.query.data?.version} section={section} value={section.value} />}
    </Loaded>
  )
}

function Editor({ section, value }: { section: ReturnType<typeof useSection<LimitDoc>>; value: LimitDoc }) {
  const t = useT()
  const [doc, setDoc] = useState(value)
  const row = (label: string, n: number, set: (n: number) => LimitDoc) => (
    <SectionRow label={label}>
      <Input
        type="number"
        min={0}
        max={1_000_000}
        className="w-28!"
        aria-label={label}
        value={n}
        onChange={(e) => setDoc(set(Math.max(0, Math.trunc(Number(e.target.value)))))}
      />
    </SectionRow>
  )
  const daily = (who: keyof LimitDoc['questionsPerDay']) =>
    row(t(`admin.limit.${who}`), doc.questionsPerDay[who], (n) => ({
      ...doc,
      questionsPerDay: { ...doc.questionsPerDay, [who]: n },
    }))
  return (
    <>
      <Head text={t('admin.limit.intro')}>
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
      <Section title={t('admin.limit.daily')}>
        {daily('visitor')}
        {daily('user')}
        {daily('admin')}
      </Section>
      <Section title={t('admin.limit.rates')}>
        {row(t('admin.limit.questions'), doc.questionsPerMinute, (n) => ({ ...doc, questionsPerMinute: n }))}
        {row(t('admin.limit.uploads'), doc.uploadsPerMinute, (n) => ({ ...doc, uploadsPerMinute: n }))}
        {row(t('admin.limit.visitors'), doc.visitorsPerHour, (n) => ({ ...doc, visitorsPerHour: n }))}
      </Section>
    </>
  )
}
