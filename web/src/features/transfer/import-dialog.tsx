import type { TransferReport } from '@/api'
import { type MessageId, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

type Format = Exclude<TransferReport['format'], undefined>
type Reason = TransferReport['skipped'][number]['reason']

const formats: Record<Format, MessageId> = {
  wenqu: 'transfer.format.wenqu',
  chatgpt: 'transfer.format.chatgpt',
  openwebui: 'transfer.format.openwebui',
  lobechat: 'transfer.format.lobechat',
  yuanbao: 'transfer.format.yuanbao',
}

const reasons: Record<Reason, MessageId> = {
  empty: 'transfer.reason.empty',
  tooMany: 'transfer.reason.tooMany',
  tooLong: 'transfer.reason.tooLong',
  damaged: 'transfer.reason.damaged',
  taken: 'transfer.reason.taken',
  unknown: 'transfer.reason.unknown',
  noRoom: 'transfer.reason.noRoom',
}

type FileReason = NonNullable<TransferReport['filesSkipped']>[number]['reason']

export const fileReasons: Record<FileReason, MessageId> = {
  damaged: 'transfer.file.damaged',
  missing: 'transfer.file.missing',
  noRoom: 'transfer.file.noRoom',
  refused: 'transfer.file.refused',
  tooLarge: 'transfer.file.tooLarge',
  tooMany: 'transfer.file.tooMany',
}

export interface ImportDialogProps {
  /** The server's preview of the import; absent: the dialog is closed. */
  report?: TransferReport
  name: string
  busy: boolean
  onClose: () => void
  onImport: () => void
}

/** Shows what an import would add, before anything is stored. */
export function ImportDialog({ report, name, busy, onClose, onImport }: ImportDialogProps) {
  const t = useT()
  if (!report) return null
  const more = report.conversations - report.titles.length
  const moreSkipped = report.skippedCount - report.skipped.length
  const leftOut = report.filesSkipped ?? []
  const moreLeftOut = report.filesSkippedCount - leftOut.length
  const anything = report.conversations + report.files + report.filesAlready > 0
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('transfer.preview', { format: t(formats[report.format]) })}
      description={t('transfer.found', { count: report.conversations, messages: report.messages, name })}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {anything && (
            <Button kind="primary" aria-busy={busy} onClick={onImport}>
              {t(busy ? 'transfer.importing' : 'transfer.importNow')}
            </Button>
          )}
        </>
      }
    >
      {(report.files > 0 || report.filesAlready > 0) && (
        <p className="mb-3 text-[13px] text-ink-2">
          {t('transfer.foundFiles', { count: report.files, notes: report.notes })}
          {report.filesAlready > 0 && ` ${t('transfer.filesAlready', { count: report.filesAlready })}`}
        </p>
      )}
      {report.titles.length > 0 && (
        <List
          rows={report.titles.map((title) => ({ title: title || t('transfer.untitled') }))}
          more={more > 0 ? t('transfer.more', { count: more }) : ''}
        />
      )}
      {report.skippedCount > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-medium text-[13px]">
            {t('transfer.skipped', { count: report.skippedCount })}
          </h3>
          <List
            rows={report.skipped.map((s) => ({
              title: s.title || t('transfer.untitled'),
              note: t(reasons[s.reason]),
            }))}
            more={moreSkipped > 0 ? t('transfer.more', { count: moreSkipped }) : ''}
          />
        </>
      )}
      {report.filesSkippedCount > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-medium text-[13px]">
            {t('transfer.filesSkipped', { count: report.filesSkippedCount })}
          </h3>
          <List
            rows={leftOut.map((s) => ({
              title: s.name || t('transfer.untitled'),
              note: t(fileReasons[s.reason]),
            }))}
            more={moreLeftOut > 0 ? t('transfer.more', { count: moreLeftOut }) : ''}
          />
        </>
      )}
    </Dialog>
  )
}

function List({ rows, more }: { rows: { title: string; note?: string }[]; more: string }) {
  return (
    <ul className="divide-y divide-line text-[13px]">
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may be equal; the order of the rows never changes.
        <li key={i} className="flex gap-3 py-1.5">
          <span className="min-w-0 flex-1 truncate text-ink-2">{row.title}</span>
          {row.note && <span className="shrink-0 text-ink-3">{row.note}</span>}
        </li>
      ))}
      {more && <li className="py-1.5 text-ink-3">{more}</li>}
    </ul>
  )
}
