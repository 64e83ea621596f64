import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Locale, localeNames, locales, useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { EmptyState } from '@/ui/state'
import { Toggle } from '@/ui/toggle'
import { useSection } from '../calls'
import {
  type GoodQuestion,
  HOME,
  inLocale,
  moved,
  ofGroup,
  type QuestionGroup,
  type QuestionsDoc,
  tidied,
  withGroup,
  withNewGroup,
  withoutGroup,
} from '../questions'
import { Head, Loaded } from './list'

/** The suggested questions, in groups. */
export default function Questions() {
  const section = useSection<QuestionsDoc>('general')
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
  section: ReturnType<typeof useSection<QuestionsDoc>>
  value: QuestionsDoc
}) {
  const t = useT()
  const [doc, setDoc] = useState(value)
  const [locale, setLocale] = useState<Locale>('zh-CN')
  const [leaving, setLeaving] = useState<QuestionGroup | null>(null)
  const changed = JSON.stringify(doc) !== JSON.stringify(value)
  return (
    <>
      <Head text={t('admin.question.intro')}>
        <Button
          kind="primary"
          disabled={!changed || section.saving}
          onClick={() => void section.save(tidied(doc)).catch(() => {})}
        >
          {t('admin.save')}
        </Button>
      </Head>
      {section.problem && (
        <p role="alert" className="mb-4 rounded-md bg-seal-soft px-4 py-3 text-seal">
          {section.problem}
        </p>
      )}
      <Segmented
        label={t('shell.language')}
        value={locale}
        onChange={setLocale}
        options={locales.map((l) => ({ value: l, label: localeNames[l] }))}
      />
      {doc.inspirationTags.length === 0 && (
        <EmptyState title={t('admin.question.none')} text={t('admin.question.noneText')} />
      )}
      {doc.inspirationTags.map((g) => (
        <Group
          key={g.tag}
          group={g}
          questions={ofGroup(doc, g.tag)}
          locale={locale}
          onName={(name) =>
            setDoc({
              ...doc,
              inspirationTags: doc.inspirationTags.map((o) =>
                o === g ? { ...g, name: { ...g.name, [locale]: name } } : o,
              ),
            })
          }
          onChange={(list) => setDoc(withGroup(doc, g.tag, list))}
          onDelete={
            g.tag === HOME
              ? undefined
              : () => (ofGroup(doc, g.tag).length ? setLeaving(g) : setDoc(withoutGroup(doc, g.tag)))
          }
        />
      ))}
      <Button className="mt-6" onClick={() => setDoc(withNewGroup(doc))}>
        <Plus strokeWidth={1.5} />
        {t('admin.question.addGroup')}
      </Button>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={t('admin.question.deleteTitle', { name: leaving ? inLocale(leaving.name, locale) : '' })}
        description={t('admin.question.deleteText')}
        action={t('admin.question.delete')}
        danger
        onConfirm={() => leaving && setDoc(withoutGroup(doc, leaving.tag))}
      />
    </>
  )
}

interface GroupProps {
  group: QuestionGroup
  questions: GoodQuestion[]
  locale: Locale
  onName: (name: string) => void
  onChange: (questions: GoodQuestion[]) => void
  /** Undefined if the group cannot be deleted, because the home page needs the group. */
  onDelete?: () => void
}

function Group({ group, questions, locale, onName, onChange, onDelete }: GroupProps) {
  const t = useT()
  const name = inLocale(group.name, locale)
  const add = () => onChange([...questions, { tag: group.tag, idx: 0, visible: true, title: {}, label: {} }])
  return (
    <section className="mt-6" aria-label={name || t('admin.question.group')}>
      <div className="mb-2.5 flex items-center gap-2">
        <Input
          value={name}
          maxLength={40}
          aria-label={t('admin.question.group')}
          placeholder={group.name['zh-CN'] || t('admin.question.group')}
          className="max-w-64 font-medium"
          onChange={(e) => onName(e.target.value)}
        />
        {group.tag === HOME && <span className="text-[12px] text-ink-3">{t('admin.question.home')}</span>}
        {onDelete && (
          <IconButton label={t('admin.question.deleteGroup')} className="ml-auto" onClick={onDelete}>
            <Trash2 strokeWidth={1.5} />
          </IconButton>
        )}
      </div>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {questions.map((q, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index; its fields are controlled.
          <li key={i} className="px-3 py-2.5">
            <Row
              question={q}
              locale={locale}
              onChange={(next) => onChange(questions.map((o, j) => (j === i ? next : o)))}
              onUp={i > 0 ? () => onChange(moved(questions, i, -1)) : undefined}
              onDown={i < questions.length - 1 ? () => onChange(moved(questions, i, 1)) : undefined}
              onDelete={() => onChange(questions.filter((_, j) => j !== i))}
            />
          </li>
        ))}
        <li className="px-1.5 py-1.5">
          <Button kind="ghost" size="sm" onClick={add}>
            <Plus strokeWidth={1.5} />
            {t('admin.question.add')}
          </Button>
        </li>
      </ul>
    </section>
  )
}

interface RowProps {
  question: GoodQuestion
  locale: Locale
  onChange: (question: GoodQuestion) => void
  onUp?: () => void
  onDown?: () => void
  onDelete: () => void
}

function Row({ question, locale, onChange, onUp, onDown, onDelete }: RowProps) {
  const t = useT()
  const set = (field: 'title' | 'label', text: string) =>
    onChange({ ...question, [field]: { ...question[field], [locale]: text } })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Input
        value={inLocale(question.title, locale)}
        maxLength={200}
        aria-label={t('admin.question.text')}
        placeholder={question.title['zh-CN'] || t('admin.question.text')}
        className="min-w-48 grow"
        onChange={(e) => set('title', e.target.value)}
      />
      <Input
        value={inLocale(question.label, locale)}
        maxLength={40}
        aria-label={t('admin.question.label')}
        placeholder={question.label['zh-CN'] || t('admin.question.label')}
        className="min-w-28 flex-1"
        onChange={(e) => set('label', e.target.value)}
      />
      <div className="flex items-center gap-1 max-sm:w-full">
        <Toggle pressed={question.visible} onChange={(visible) => onChange({ ...question, visible })}>
          {t('admin.question.visible')}
        </Toggle>
        <Toggle
          pressed={question.needsModel ?? false}
          onChange={(needsModel) => onChange({ ...question, needsModel })}
        >
          {t('admin.question.needsModel')}
        </Toggle>
        <span className="max-sm:ml-auto" />
        <IconButton size="md" label={t('admin.question.up')} disabled={!onUp} onClick={onUp}>
          <ArrowUp strokeWidth={1.5} />
        </IconButton>
        <IconButton size="md" label={t('admin.question.down')} disabled={!onDown} onClick={onDown}>
          <ArrowDown strokeWidth={1.5} />
        </IconButton>
        <IconButton size="md" label={t('admin.question.delete')} onClick={onDelete}>
          <Trash2 strokeWidth={1.5} />
        </IconButton>
      </div>
    </div>
  )
}
