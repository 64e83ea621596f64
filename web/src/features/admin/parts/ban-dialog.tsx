import { useState } from 'react'
import type { AdminUser } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { Field } from './list'

const HOUR = 3_600_000
const spans = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const
type Span = keyof typeof spans

/** Bans a user from asking questions for a limited time, or lifts the ban. The user sees the reason for a ban. */
export function BanDialog({
  user,
  onBan,
  onClose,
}: {
  user: AdminUser
  onBan: (until: number, reason: string) => void
  onClose: () => void
}) {
  const t = useT()
  const [span, setSpan] = useState<Span>('day')
  const [reason, setReason] = useState(user.banReason)
  const banned = user.bannedUntil > Date.now()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('admin.user.banTitle', { name: user.name || user.userId })}
      description={t('admin.user.banText')}
      footer={
        <>
          {banned && (
            <Button className="mr-auto" onClick={() => onBan(0, '')}>
              {t('admin.user.banLift')}
            </Button>
          )}
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="danger"
            disabled={!reason.trim()}
            onClick={() => onBan(Date.now() + spans[span], reason.trim())}
          >
            {t('admin.user.ban')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Segmented
          label={t('admin.user.banSpan')}
          value={span}
          onChange={setSpan}
          options={(Object.keys(spans) as Span[]).map((value) => ({
            value,
            label: t(`admin.user.ban.${value}`),
          }))}
        />
        <Field label={t('admin.user.banReason')}>
          <Input value={reason} maxLength={100} onChange={(e) => setReason(e.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
