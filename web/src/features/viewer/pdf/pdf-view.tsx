import { useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { Progress } from '@/ui/state'
import { Broken } from '../parts/broken'
import type { ViewProps } from '../view-props'
import { faultOf, openPdf, type PasswordWish, type PDFDocumentProxy, type PdfFault } from './open'
import { PdfPages } from './pages'
import { PasswordDialog } from './password'

/** A PDF: it is opened, with a password if needed, and then its pages are shown. */
export default function PdfView({ doc, viewer, start }: ViewProps) {
  const t = useT()
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [fault, setFault] = useState<PdfFault | 'locked'>()
  const [wish, setWish] = useState<PasswordWish>()
  const [progress, setProgress] = useState(0)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the same file again.
  useEffect(() => {
    let gone = false
    const opening = openPdf(
      doc.url,
      doc.size,
      (w) => gone || setWish(w),
      (share) => gone || setProgress(share),
    )
    opening.document.then(
      (p) => gone || setPdf(p),
      (err: unknown) => {
        if (gone) return
        viewer.set({ phase: 'failed' })
        setFault((f) => f ?? faultOf(err))
      },
    )
    return () => {
      gone = true
      setPdf(undefined)
      opening.close()
    }
  }, [doc.url, doc.size, viewer, attempt])

  const again = () => {
    setFault(undefined)
    viewer.set({ phase: 'loading' })
    setAttempt((n) => n + 1)
  }
  if (fault) return <Broken doc={doc} fault={fault} onRetry={fault === 'broken' ? undefined : again} />
  return (
    <>
      {pdf ? (
        <PdfPages pdf={pdf} doc={doc} viewer={viewer} start={start} />
      ) : (
        <div className="viewer-loading" role="status">
          <div className="late w-44">
            <Progress value={progress > 0 ? progress : undefined} label={t('viewer.opening')} />
            <p className="mt-3 text-center text-[13px] text-ink-3">{t('viewer.opening')}</p>
          </div>
        </div>
      )}
      {wish && (
        <PasswordDialog
          name={doc.fileName}
          wrong={wish.wrong}
          onAnswer={(password) => {
            setWish(undefined)
            wish.answer(password)
          }}
          onCancel={() => {
            setWish(undefined)
            viewer.set({ phase: 'failed' })
            setFault('locked')
          }}
        />
      )}
    </>
  )
}
