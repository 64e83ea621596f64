import { useRef, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Sign } from '@/ui/sign'
import { toast } from '@/ui/toast'
import { addAvatar } from './calls'
import type { Draft } from './use-draft'

const MAX_BYTES = 2 << 20

const dataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** The picture of an agent: an uploaded picture, or the initial of the name. */
export function AvatarField({ draft }: { draft: Draft }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const bring = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) return toast(t('agent.avatar.large'), { kind: 'error' })
    setBusy(true)
    try {
      const { id, url } = await addAvatar(await dataUrl(file))
      draft.setAvatar(id, url)
    } catch (err) {
      void toast(errorText(err) ?? t('error.service'), { kind: 'error' })
    }
    setBusy(false)
  }
  return (
    <div className="flex items-center gap-3">
      <Sign name={draft.spec.name || t('agent.unnamed')} picture={draft.avatar} size="lg" />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('agent.field.avatar')}
        onChange={(e) => {
          void bring(e.target.files?.[0])
          e.target.value = ''
        }}
      />
      <Button size="sm" disabled={busy} onClick={() => input.current?.click()}>
        {t('agent.avatar.choose')}
      </Button>
      {draft.avatar && (
        <Button kind="ghost" size="sm" onClick={() => draft.setAvatar('', '')}>
          {t('agent.avatar.drop')}
        </Button>
      )}
    </div>
  )
}
