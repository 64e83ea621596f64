import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/api'
import { forgetTraces } from '@/features/session'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { SectionRow } from '@/ui/section'
import { toast } from '@/ui/toast'

/** The settings row for deleteAll, which permanently deletes the user's data but not the account. */
export function DeleteAll() {
  const t = useT()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')

  const act = async () => {
    if (busy) return
    setBusy(true)
    setFailed('')
    try {
      await (await import('./calls')).deleteAll()
      forgetTraces() // the user's data in this browser, such as drafts, is deleted as well
      void toast(t('transfer.deleted'), { kind: 'success' })
    } catch (err) {
      setFailed(errorText(err) ?? '')
    } finally {
      void client.resetQueries() // the displayed data is fetched again; even after an error, some of it may be deleted
      setBusy(false)
    }
  }

  return (
    <SectionRow
      label={t('transfer.delete')}
      note={
        <span role="status">
          {failed ? <span className="text-seal">{failed}</span> : t('transfer.deleteNote')}
        </span>
      }
    >
      <Button kind="danger" size="sm" aria-busy={busy} onClick={() => setAsking(true)}>
        {t(busy ? 'transfer.deleting' : 'transfer.deleteAction')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('transfer.deleteAsk')}
        description={t('transfer.deleteText')}
        action={t('transfer.delete')}
        danger
        onConfirm={() => void act()}
      />
    </SectionRow>
  )
}
