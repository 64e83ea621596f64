import { useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Textarea } from '@/ui/field'
import { useSection } from '../calls'
import { parseWords, printWords, type WordDoc } from '../words'
import { Head, Loaded } from './list'

/** The content rules, one per line. */
export default function Words() {
  const t = useT()
  const section = useSection<WordDoc>('moderation')
  return (
    <Loaded query={section.query}>
      <Editor key={section.query.data?.version} section={section} intro={t('admin.word.intro')} />
    </Loaded>
  )
}

function Editor({ section, intro }: { section: ReturnType<typeof useSection<WordDoc>>; intro: string }) {
  const t = useT()
  const was = printWords(section.value ?? { words: [], allow: [] })
  const [text, setText] = useState(was)
  const [leaving, setLeaving] = useState(false)
  const { doc, wrong } = parseWords(text)
  return (
    <>
      <Head text={intro}>
        {section.isSet && <Button onClick={() => setLeaving(true)}>{t('admin.word.reset')}</Button>}
        <Button
          kind="primary"
          disabled={section.saving || wrong.length > 0 || text === was}
          onClick={() => void section.save(doc).catch(() => {})}
        >
          {t('admin.save')}
        </Button>
      </Head>
      {section.problem && (
        <p role="alert" className="mb-4 rounded-md bg-seal-soft px-4 py-3 text-seal">
          {section.problem}
        </p>
      )}
      <Textarea
        aria-label={t('admin.tab.word')}
        aria-describedby="word-help"
        spellCheck={false}
        className="min-h-64 rounded-md border border-line bg-surface px-4 py-3 font-mono text-[14px]"
        placeholder={'block 某词\nmask, 某 词\nlog 某词\nallow 含有某词的正当说法'}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <p id="word-help" className="mt-2 px-1 text-[13px] text-ink-3 leading-[1.75]">
        {t('admin.word.help')}
      </p>
      <p aria-live="polite" className="mt-1 px-1 text-[13px] text-ink-2">
        {wrong.length > 0
          ? t('admin.word.wrong', { lines: wrong.slice(0, 5).join(', ') })
          : t('admin.word.count', { words: doc.words.length, allow: doc.allow.length })}
      </p>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t('admin.word.resetTitle')}
        description={t('admin.word.resetText')}
        action={t('admin.word.reset')}
        danger
        onConfirm={() => void section.save(null).catch(() => {})}
      />
    </>
  )
}
