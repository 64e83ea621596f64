import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { type PictureKind, resultsOf } from './calls'

interface Props {
  query?: string
  kind?: PictureKind
  focused?: boolean
}

/** An input for a picture search; Enter searches. */
export function SearchBox({ query = '', kind, focused }: Props) {
  const t = useT()
  const [words, setWords] = useState(query)
  const find = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim()) void navigate(resultsOf(words.trim(), kind))
  }
  return (
    <search>
      <form onSubmit={find} className="flex gap-2">
        <Input
          type="search"
          aria-label={t('picture.words')}
          placeholder={t('picture.words')}
          autoFocus={focused}
          maxLength={200}
          value={words}
          onChange={(e) => setWords(e.target.value)}
        />
        <Button kind="primary" size="lg" type="submit" disabled={!words.trim()}>
          <Search strokeWidth={1.5} />
          {t('picture.find')}
        </Button>
      </form>
    </search>
  )
}
