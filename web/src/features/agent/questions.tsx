import { Plus, X } from 'lucide-react'
import { useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { Input } from '@/ui/field'

const MOST = 6

/** The suggested questions, one input for each question. */
export function Questions({ list, onChange }: { list: string[]; onChange: (list: string[]) => void }) {
  const t = useT()
  const change = (i: number, q: string) => onChange(list.map((o, k) => (k === i ? q : o)))
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] text-ink-2">{t('agent.field.questions')}</legend>
      <ul className="space-y-2">
        {list.map((q, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a question changes with each key; its index does not.
          <li key={i} className="flex items-center gap-1">
            <Input
              value={q}
              maxLength={100}
              aria-label={t('agent.form.question', { number: i + 1 })}
              placeholder={t('agent.form.question.example')}
              onChange={(e) => change(i, e.target.value)}
            />
            <IconButton
              label={t('agent.form.question.remove', { number: i + 1 })}
              onClick={() => onChange(list.filter((_, k) => k !== i))}
            >
              <X strokeWidth={1.5} />
            </IconButton>
          </li>
        ))}
      </ul>
      {list.length < MOST && (
        <Button kind="ghost" size="sm" className="mt-1" onClick={() => onChange([...list, ''])}>
          <Plus strokeWidth={1.5} />
          {t('agent.form.question.add')}
        </Button>
      )}
    </fieldset>
  )
}
