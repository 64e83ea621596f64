import { useRef } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { SectionRow } from '@/ui/section'
import { toast } from '@/ui/toast'
import { Avatar } from './avatar'

/** Side of the uploaded picture, in px. */
const SIDE = 256

/** The central square of a picture, scaled to SIDE, as a data URL. */
async function square(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  canvas
    .getContext('2d')!
    .drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, SIDE, SIDE)
  return canvas.toDataURL('image/jpeg', 0.9)
}

/** The user's picture, and the ways to change it. */
export function AvatarEditor({
  name,
  src,
  onSave,
}: {
  name: string
  src: string
  onSave: (avatar: string) => void
}) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <SectionRow
      label={
        <span className="flex items-center gap-3">
          <Avatar name={name} src={src} className="size-12" />
          {t('account.avatar')}
        </span>
      }
    >
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={async (e) => {
          const file = e.target.files?.[0]
          e.target.value = ''
          if (!file) return
          try {
            onSave(await square(file))
          } catch {
            void toast(t('account.avatarBroken'), { kind: 'warning' })
          }
        }}
      />
      <span className="flex gap-2">
        {src && (
          <Button size="sm" kind="ghost" onClick={() => onSave('')}>
            {t('account.avatarRemove')}
          </Button>
        )}
        <Button size="sm" onClick={() => input.current?.click()}>
          {t('account.avatarChange')}
        </Button>
      </span>
    </SectionRow>
  )
}
