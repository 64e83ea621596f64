import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { fileSize } from '@/lib/format'
import { spaced } from '@/lib/spaced'
import { FILE_MAX, imageMaxOf, limits } from '../upload/checks'

/** Covers the window while files are dragged over it; the window itself handles the drop. */
export function DropOverlay({ text }: { text?: string }) {
  const t = useT()
  const [fileMax, setFileMax] = useState(FILE_MAX)
  useEffect(() => {
    void limits().then((l) => setFileMax(l.fileMax))
  }, [])
  return (
    <div className="fade-in pointer-events-none fixed inset-0 z-[60] bg-[color-mix(in_oklch,var(--paper)_86%,transparent)] p-3">
      <div className="grid size-full place-items-center rounded-lg border-2 border-qing border-dashed bg-[color-mix(in_oklch,var(--qing-soft)_55%,transparent)]">
        <div className="flex flex-col items-center gap-1.5 text-center">
          <span className="mb-2 grid size-14 place-items-center rounded-full bg-qing text-on-qing">
            <Upload size={24} strokeWidth={1.5} />
          </span>
          <p
            className={cn('font-[500] font-song text-[22px]', spaced(t('document.drop'), 'tracking-[.04em]'))}
          >
            {t('document.drop')}
          </p>
          <p className="text-[13px] text-ink-2">
            {text ??
              t('document.drop.text', { image: fileSize(imageMaxOf({ fileMax })), file: fileSize(fileMax) })}
          </p>
        </div>
      </div>
    </div>
  )
}
