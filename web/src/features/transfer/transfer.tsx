import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText, type TransferReport } from '@/api'
import { useConversationNews } from '@/features/conversation'
import { type MessageId, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { SectionRow } from '@/ui/section'
import { toast } from '@/ui/toast'
import { fileReasons, ImportDialog } from './import-dialog'

/** The file to import, and the server's preview. */
interface Chosen {
  file: File
  report: TransferReport
}

/** The message id for the result of an import. */
function said(report: TransferReport): MessageId {
  if (report.files > 0) return 'transfer.importedFiles'
  return report.conversations > 0 ? 'transfer.imported' : 'transfer.importedNone'
}

/** The settings rows for exporting everything and for importing. */
export function Transfer() {
  const t = useT()
  const news = useConversationNews()
  const files = useQueryClient()
  const [busy, setBusy] = useState<'export' | 'preview' | 'import'>()
  const [chosen, setChosen] = useState<Chosen>()
  const [failed, setFailed] = useState<{ row: 'export' | 'import'; text: string }>()
  const chooser = useRef<HTMLInputElement>(null)

  const fail = (row: 'export' | 'import', text: string) => setFailed(text ? { row, text } : undefined)
  const note = (row: 'export' | 'import', text: string) => (
    <span role="status">{failed?.row === row ? <span className="text-seal">{failed.text}</span> : text}</span>
  )

  /** Runs one operation at a time. Its error stays visible until the next operation starts. */
  const doing = async (what: 'export' | 'preview' | 'import', act: () => Promise<void>) => {
    if (busy) return // the button is not disabled while busy, because that would remove the focus from it
    setBusy(what)
    setFailed(undefined)
    try {
      await act()
    } catch (err) {
      setChosen(undefined)
      fail(what === 'export' ? 'export' : 'import', errorText(err) ?? '')
    } finally {
      setBusy(undefined)
    }
  }
  const take = () => doing('export', async () => (await import('./calls')).exportAll())
  const look = (file: File | undefined) =>
    file &&
    doing('preview', async () => {
      const calls = await import('./calls')
      if (await calls.fits(file)) setChosen({ file, report: await calls.preview(file) })
      else fail('import', t('transfer.tooLarge'))
    })
  const bring = (file: File) =>
    doing('import', async () => {
      const report = await (await import('./calls')).importFile(file)
      setChosen(undefined)
      void news.refresh()
      void files.invalidateQueries({ queryKey: ['documents'] })
      const left = report.filesSkipped?.[0]
      if (left) {
        const reason = t(fileReasons[left.reason])
        fail('import', t('transfer.filesLeft', { count: report.filesSkippedCount, name: left.name, reason }))
      }
      void toast(t(said(report), { count: report.conversations, files: report.files }), { kind: 'success' })
    })

  return (
    <>
      <SectionRow label={t('transfer.export')} note={note('export', t('transfer.exportNote'))}>
        <Button size="sm" aria-busy={busy === 'export'} onClick={() => void take()}>
          {t(busy === 'export' ? 'transfer.exporting' : 'transfer.exportAction')}
        </Button>
      </SectionRow>
      <SectionRow label={t('transfer.import')} note={note('import', t('transfer.importNote'))}>
        <Button size="sm" aria-busy={busy === 'preview'} onClick={() => chooser.current?.click()}>
          {t(busy === 'preview' ? 'transfer.reading' : 'transfer.importAction')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,.zip,application/json,application/zip"
          aria-label={t('transfer.importAction')}
          hidden
          onChange={(e) => {
            void look(e.target.files?.[0])
            e.target.value = '' // lets the user choose the same file again
          }}
        />
      </SectionRow>
      <ImportDialog
        report={chosen?.report}
        name={chosen?.file.name ?? ''}
        busy={busy === 'import'}
        onClose={() => busy !== 'import' && setChosen(undefined)}
        onImport={() => chosen && void bring(chosen.file)}
      />
    </>
  )
}
