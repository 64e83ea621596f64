import { useEffect, useRef, useState } from 'react'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { useComposition } from '@/lib/ime'
import { useRename } from './queries'

export interface RenameFieldProps {
  id: string
  title: string
  onDone: () => void
}

/** The title as a field in its place: Enter or leaving it saves, Esc gives it up. */
export function RenameField({ id, title, onDone }: RenameFieldProps) {
  const t = useT()
  const [text, setText] = useState(title)
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  const rename = useRename()
  const { guard, props } = useComposition()

  useEffect(() => input.current?.select(), [])

  const finish = (save: boolean) => {
    if (over.current) return
    over.current = true
    const next = text.trim()
    if (save && next && next !== title) rename.mutate({ id, title: next })
    onDone()
  }
  return (
    <input
      ref={input}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here.
      autoFocus
      value={text}
      maxLength={boot.container.titleMax}
      aria-label={t('conversation.renameLabel')}
      onChange={(e) => setText(e.target.value)}
      onBlur={() => finish(true)}
      {...props}
      onKeyDown={(e) => {
        if (guard.owns(e)) return
        if (e.key === 'Enter') finish(true)
        else if (e.key === 'Escape') {
          e.preventDefault()
          finish(false)
        }
      }}
      className="h-full min-h-9 w-full rounded-sm bg-surface px-3 text-ink outline-1 outline-qing outline-offset-[-1px] max-md:min-h-11 max-md:text-base"
    />
  )
}
