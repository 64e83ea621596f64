import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Progress } from '@/ui/state'
import { toastError } from '@/ui/toast'
import { readAgain } from '../calls'
import { PasswordDialog } from '../pdf/password'
import type { DocView } from '../types'
import { Broken } from './broken'

/** Error code for a wrong password (internal/errs). After this code or 20050 (locked), users can enter a password. */
const WRONG = '20051'
const LOCKED = new Set(['20050', WRONG])

/** Shown for a file without parsed text: it is being parsed, its parsing failed, or its kind is not parsed. */
export function Unread({ doc }: { doc: DocView }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const cache = useQueryClient()
  const again = async (password?: string) => {
    setAsking(false)
    setWaiting(true)
    try {
      await readAgain(doc.id, password)
      // Fetches the file's state again. While the file is being parsed, useDoc polls it, so that the result
      // or the next failure is shown.
      await cache.invalidateQueries({ queryKey: ['document', 'detail', doc.id] })
    } catch (err) {
      toastError(errorText(err))
    }
    setWaiting(false)
  }
  if (doc.status === 'failed' && !waiting) {
    const locked = LOCKED.has(doc.errorCode ?? '')
    return (
      <>
        <Broken
          doc={doc}
          fault={locked ? 'locked' : 'broken'}
          text={doc.errorMsg}
          onRetry={() => (locked ? setAsking(true) : void again())}
        />
        {asking && (
          <PasswordDialog
            name={doc.fileName}
            wrong={doc.errorCode === WRONG}
            onAnswer={(password) => void again(password)}
            onCancel={() => setAsking(false)}
          />
        )}
      </>
    )
  }
  if (doc.status === 'stored') return <Broken doc={doc} fault="broken" text={t('viewer.notRead')} />
  return (
    <div className="viewer-loading" role="status">
      <div className="late w-52 text-center">
        <Progress value={doc.progress > 0 ? doc.progress : undefined} label={t('viewer.reading')} />
        <p className="mt-3 text-[13px] text-ink-3">{t('viewer.reading')}</p>
      </div>
    </div>
  )
}
