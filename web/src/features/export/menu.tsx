import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { type MessageId, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { Menu, type MenuEntry } from '@/ui/menu'
import { toast } from '@/ui/toast'
import type { Format } from './download'

export interface ExportProps {
  cid: string
  /** The index of the answer to export; undefined: the whole conversation. */
  index?: number
  /** The version of the answer. */
  repeatIndex?: number
}

const formats: { id: Format; label: MessageId }[] = [
  { id: 'md', label: 'export.markdown' },
  { id: 'docx', label: 'export.word' },
  { id: 'pdf', label: 'export.pdf' },
]

/** Menu entries that export an answer or a conversation as a file. */
export function useExport({ cid, index, repeatIndex }: ExportProps): { busy: boolean; entries: MenuEntry[] } {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const save = async (format: Format) => {
    if (busy) return // the button is not disabled while busy, because that would remove the focus from it
    setBusy(true)
    try {
      const { download } = await import('./download')
      await download({ conversationId: cid, index, repeatIndex, format })
    } catch (err) {
      const text = errorText(err)
      if (text)
        toast(text, { kind: 'error', action: { label: t('export.retry'), onClick: () => save(format) } })
    } finally {
      setBusy(false)
    }
  }
  const entries = formats.map(({ id, label }) => ({ id, label: t(label), onSelect: () => void save(id) }))
  return { busy, entries }
}

/** A button with a menu that exports an answer or a conversation. */
export function ExportMenu({ className, ...what }: ExportProps & { className?: string }) {
  const t = useT()
  const { busy, entries } = useExport(what)
  const name = t(what.index === undefined ? 'export.conversation' : 'export.answer')
  return (
    <Menu
      label={name}
      align={what.index === undefined ? 'end' : 'start'}
      entries={entries}
      trigger={(p) => (
        <IconButton
          size="md"
          label={busy ? t('export.busy') : name}
          aria-busy={busy}
          className={cn('text-ink-3', className)}
          {...p}
        >
          <Download strokeWidth={1.5} />
        </IconButton>
      )}
    />
  )
}
