import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, errorText, get, post } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Textarea } from '@/ui/field'
import { SectionRow } from '@/ui/section'
import { Switch } from '@/ui/switch'
import { toastError } from '@/ui/toast'

/** Maximum length on the server, in characters. */
const MAX = 1500
const KEY = ['instruction']

type Instruction = Answer<'/api/user/instruction', 'post'>['data']

/** The row for the user's custom instructions: a switch, and an editor. */
export function CustomInstruction() {
  const t = useT()
  const client = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: async () => (await get('/api/user/instruction')).data })
  const save = useMutation({
    mutationFn: async (wanted: Instruction) => (await post('/api/user/instruction', wanted)).data,
    onSuccess: (kept) => client.setQueryData(KEY, kept),
    onError: (err) => {
      toastError(errorText(err))
    },
  })
  const [draft, setDraft] = useState<string | null>(null)
  const now = save.isPending ? save.variables : query.data
  const failed = query.error && errorText(query.error)
  return (
    <SectionRow
      label={t('setting.instruction')}
      note={failed || <span className="line-clamp-3">{now?.text || t('setting.instructionNote')}</span>}
    >
      {now?.text && (
        <Switch
          checked={now.active}
          aria-label={t('setting.instructionUse')}
          onCheckedChange={(active) => save.mutate({ text: now.text, active })}
        />
      )}
      <Button size="sm" disabled={!now} onClick={() => setDraft(now?.text ?? '')}>
        {t(now?.text ? 'setting.instructionEdit' : 'setting.instructionWrite')}
      </Button>
      <Dialog
        open={draft !== null}
        onOpenChange={() => setDraft(null)}
        title={t('setting.instruction')}
        description={t('setting.instructionText')}
        footer={
          <>
            <Button kind="ghost" onClick={() => setDraft(null)}>
              {t('ui.cancel')}
            </Button>
            <Button
              kind="primary"
              disabled={save.isPending}
              onClick={() => {
                const text = draft?.trim() ?? ''
                // A new text is enabled. When a text is changed, it stays enabled or disabled as
                // before.
                const active = text !== '' && (now?.text ? now.active : true)
                save.mutate({ text, active }, { onSuccess: () => setDraft(null) })
              }}
            >
              {t('setting.instructionSave')}
            </Button>
          </>
        }
      >
        <Textarea
          value={draft ?? ''}
          maxLength={MAX}
          rows={6}
          aria-label={t('setting.instruction')}
          placeholder={t('setting.instructionExample')}
          onChange={(e) => setDraft(e.target.value)}
          className="max-h-[40dvh] rounded-md border border-line px-3 py-2 focus:border-qing"
        />
        <p className="mt-1 text-right text-[12px] text-ink-3 tabular-nums">
          {draft?.length ?? 0} / {MAX}
        </p>
      </Dialog>
    </SectionRow>
  )
}
