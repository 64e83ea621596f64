import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { type MessageId, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { IconButton } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { toast } from '@/ui/toast'
import type { Format } from './download'

export interface ExportMenuProps {
  cid: string
  /** One answer, in one version; absent: the whole conversation. */
  index?: number
  repeatIndex?: number
  className?: string
}

const formats: { id: Format; label: MessageId }[] = [
  { id: 'md', label: 'export.markdown' },
  { id: 'docx', label: 'export.word' },
  { id: 'pdf', label: 'export.pdf' },
]

/** A button whose menu saves an answer or a conversation as a file. */
export function ExportMenu({ cid, index, repeatIndex, className }: ExportMenuProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const name = t(index === undefined ? 'export.conversation' : 'export.answer')
  const save = async (format: Format) => {
    if (busy) return // not disabled meanwhile: the focus stays where it is
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
  return (
    <Menu
      label={name}
      align={index === undefined ? 'end' : 'start'}
      entries={formats.map(({ id, label }) => ({ id, label: t(label), onSelect: () => void save(id) }))}
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
