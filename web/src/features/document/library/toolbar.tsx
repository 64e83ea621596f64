import { ArrowDownUp, LayoutGrid, List, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type MessageId, useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { Button, IconButton } from '@/ui/button'
import { Input } from '@/ui/field'
import { Menu } from '@/ui/menu'
import { Segmented } from '@/ui/segmented'
import type { Sort } from '../calls'
import { setLayout, show, useView } from './view'

/** Delay between the last key and the search, in ms. */
const TYPING = 250

const sorts: Record<Sort, MessageId> = {
  time: 'document.sort.time',
  used: 'document.sort.used',
  name: 'document.sort.name',
  size: 'document.sort.size',
}

const icon = { strokeWidth: 1.5 }

/** Search, sort order and layout. */
export function Toolbar() {
  const t = useT()
  const sort = useView((s) => s.sort)
  const layout = useView((s) => s.layout)
  const searching = useView((s) => s.keyword !== '')
  return (
    <div className="flex items-center gap-2">
      <SearchField />
      {!searching && (
        <>
          <Menu
            label={t('document.sort')}
            align="end"
            entries={(Object.keys(sorts) as Sort[]).map((id) => ({
              id,
              label: t(sorts[id]),
              checked: id === sort,
              onSelect: () => show({ sort: id }),
            }))}
            trigger={(props) => (
              <Button
                {...props}
                kind="ghost"
                aria-label={`${t('document.sort')} · ${t(sorts[sort])}`}
                className="h-11 px-3 font-normal max-md:w-11 max-md:px-0"
              >
                <ArrowDownUp strokeWidth={1.5} />
                <span className="max-md:hidden">{t(sorts[sort])}</span>
              </Button>
            )}
          />
          <div className="max-md:hidden">
            <Segmented
              label={t('document.view')}
              value={layout}
              options={[
                { value: 'list', label: t('document.view.list'), icon: <List {...icon} /> },
                { value: 'grid', label: t('document.view.grid'), icon: <LayoutGrid {...icon} /> },
              ]}
              onChange={setLayout}
            />
          </div>
        </>
      )}
    </div>
  )
}

function SearchField() {
  const t = useT()
  const [text, setText] = useState(useView.getState().keyword)
  const input = useRef<HTMLInputElement>(null)
  const { guard, props } = useComposition()
  useEffect(() => {
    const timer = setTimeout(() => show({ keyword: text.trim() }), text ? TYPING : 0)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        size={18}
        strokeWidth={1.5}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <Input
        ref={input}
        type="text"
        inputMode="search"
        value={text}
        maxLength={64}
        onChange={(e) => setText(e.target.value)}
        {...props}
        onKeyDown={(e) => {
          if (e.key !== 'Escape' || guard.owns(e)) return
          e.preventDefault()
          setText('')
        }}
        aria-label={t('document.search')}
        placeholder={t('document.search')}
        className="h-11 rounded-md pr-10 pl-10"
      />
      {text && (
        <IconButton
          size="md"
          label={t('document.search.clear')}
          className="top-1/2 right-1.5 -translate-y-1/2"
          style={{ position: 'absolute' }}
          onClick={() => {
            setText('')
            input.current?.focus()
          }}
        >
          <X strokeWidth={1.5} />
        </IconButton>
      )}
    </div>
  )
}
