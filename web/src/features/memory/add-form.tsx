import { type FormEvent, useState } from 'react'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { add, MAX, type useChange } from './calls'

interface AddFormProps {
  change: ReturnType<typeof useChange>
  hint: string
  /** The project of the new memory; absent: the memory belongs to the user. */
  project?: string
  /** Whether adding is the main action of the page. */
  main?: boolean
  className: string
}

/** Adds a memory. While a text is being added, another Enter adds nothing. */
export function AddForm({ change, hint, project, main, className }: AddFormProps) {
  const t = useT()
  const { guard, props } = useComposition()
  const [typed, setTyped] = useState('')
  const [adding, setAdding] = useState(false)
  const put = async (e: FormEvent) => {
    e.preventDefault()
    const text = typed.trim()
    if (!text || adding) return
    setAdding(true)
    if (await change(() => add(text, project))) setTyped('')
    setAdding(false)
  }
  return (
    <form onSubmit={(e) => void put(e)} className={className}>
      <Input
        value={typed}
        maxLength={MAX}
        aria-label={t('memory.add')}
        placeholder={hint}
        onChange={(e) => setTyped(e.target.value)}
        {...props}
        onKeyDown={(e) => {
          // Enter during a composition must not submit the form.
          if (e.key === 'Enter' && !guard.isEnter(e)) e.preventDefault()
        }}
      />
      <Button
        type="submit"
        kind={main ? 'primary' : 'secondary'}
        className="max-md:h-11"
        disabled={!typed.trim() || adding}
      >
        {t('memory.add')}
      </Button>
    </form>
  )
}
