import { useState } from 'react'
import { errorText } from '@/api'
import { useClear, useRestore } from '@/features/conversation'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { SectionRow } from '@/ui/section'

/** The row that deletes all conversations of the user, with undo. */
export function ClearAll() {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const clear = useClear()
  const restore = useRestore()
  const gone = clear.data ?? []
  const failed = clear.error ?? restore.error
  const note = failed
    ? errorText(failed)
    : clear.isSuccess
      ? t('setting.cleared', { count: gone.length })
      : t('setting.clearNote')
  return (
    <SectionRow label={t('setting.clear')} note={<span role="status">{note}</span>}>
      {gone.length > 0 ? (
        <Button
          size="sm"
          disabled={restore.isPending}
          onClick={() => restore.mutate(gone, { onSuccess: () => clear.reset() })}
        >
          {t('ui.undo')}
        </Button>
      ) : (
        <Button kind="danger" size="sm" disabled={clear.isPending} onClick={() => setAsking(true)}>
          {t('setting.clearAction')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('setting.clearAsk')}
        description={t('conversation.clearText')}
        action={t('setting.clearAction')}
        danger
        onConfirm={() => clear.mutate('all')}
      />
    </SectionRow>
  )
}
