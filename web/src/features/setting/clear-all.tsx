import { useState } from 'react'
import { errorText } from '@/api'
import { useClearAll } from '@/features/conversation'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { SectionRow } from '@/ui/section'
import { toast } from '@/ui/toast'

/** The row that deletes every conversation of this person. */
export function ClearAll() {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const clear = useClearAll()
  return (
    <SectionRow
      label={t('setting.clear')}
      note={clear.isError ? <span role="alert">{errorText(clear.error)}</span> : t('setting.clearNote')}
    >
      <Button kind="danger" size="sm" disabled={clear.isPending} onClick={() => setAsking(true)}>
        {t('setting.clearAction')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('setting.clearAsk')}
        description={t('conversation.clearText')}
        action={t('setting.clearAction')}
        danger
        onConfirm={() =>
          clear.mutate(undefined, { onSuccess: () => toast(t('setting.cleared'), { kind: 'success' }) })
        }
      />
    </SectionRow>
  )
}
