import { CloudOff, FileQuestion, FileX2, LockKeyhole } from 'lucide-react'
import { errorText } from '@/api'
import { type MessageId, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { toastError } from '@/ui/toast'
import { save } from '../calls'
import type { DocView } from '../types'

export type Fault = 'gone' | 'offline' | 'broken' | 'locked'

const faults: Record<Fault, { icon: typeof FileX2; title: MessageId; text: MessageId }> = {
  gone: { icon: FileQuestion, title: 'viewer.gone', text: 'viewer.goneText' },
  offline: { icon: CloudOff, title: 'viewer.offline', text: 'viewer.offlineText' },
  broken: { icon: FileX2, title: 'viewer.broken', text: 'viewer.brokenText' },
  locked: { icon: LockKeyhole, title: 'viewer.locked', text: 'viewer.lockedText' },
}

export interface BrokenProps {
  doc: Pick<DocView, 'id' | 'fileName'>
  fault: Fault
  /** A text that is shown instead of the default text. */
  text?: string
  onRetry?: () => void
}

/** A file that cannot be shown: the reason, and what can be done. */
export function Broken({ doc, fault, text, onRetry }: BrokenProps) {
  const t = useT()
  const { icon: Icon, title, text: own } = faults[fault]
  return (
    <div role="alert" className="grid h-full place-items-center overflow-y-auto p-6">
      <div className="flex max-w-sm flex-col items-center text-center">
        <Icon strokeWidth={1.25} className="size-9 text-ink-3" />
        <p className="mt-4 font-medium">{t(title)}</p>
        <p className="mt-1 text-balance text-[13px] text-ink-3">{text || t(own)}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button onClick={onRetry}>{t(fault === 'locked' ? 'viewer.passwordAsk' : 'ui.retry')}</Button>
          )}
          {fault !== 'gone' && <SaveButton doc={doc} />}
        </div>
      </div>
    </div>
  )
}

/** A button that lets the browser save the file, and shows an error if saving fails. */
export function SaveButton({ doc }: { doc: Pick<DocView, 'id' | 'fileName'> }) {
  const t = useT()
  return <Button onClick={() => void saveOrSay(doc)}>{t('viewer.download')}</Button>
}

export async function saveOrSay(doc: Pick<DocView, 'id' | 'fileName'>): Promise<void> {
  try {
    await save(doc)
  } catch (err) {
    toastError(errorText(err))
  }
}
