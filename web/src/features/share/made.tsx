import { renderSVG } from 'uqr'
import { errorText, fetchFile } from '@/api'
import { useT } from '@/i18n'
import { projectAddress } from '@/lib/address'
import { navigate } from '@/lib/router'
import { saveFile } from '@/lib/save-file'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { Input } from '@/ui/field'
import { toast, toastError } from '@/ui/toast'
import type { Share } from './calls'
import { offered, type Target } from './targets'

export interface MadeProps {
  share: Share
  password: string
  /** The project of the share; absent: the share belongs to the user. */
  project?: string
}

/** The link of a share, with its QR code and the other ways to pass it on. */
export function Made({ share, password, project }: MadeProps) {
  const t = useT()
  const told = password ? `${share.url}\n${t('share.passwordIs', { password })}` : share.url
  const save = async (format: 'docx' | 'pdf') => {
    try {
      const file = await fetchFile('/api/share/export', {
        shareId: share.shareId,
        password: password || undefined,
        format,
        offsetOfHour: -new Date().getTimezoneOffset() / 60,
      })
      saveFile(file.bytes, file.name || `${share.title}.${format}`)
    } catch (err) {
      toastError(errorText(err))
    }
  }
  const open = (target: Target) => {
    const page = window.open(target.address(share.url, share.title), '_blank', 'width=720,height=600')
    if (!page) void toast(t('share.popup'), { kind: 'warning' })
    else page.opener = null
  }
  return (
    <div className="space-y-4">
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={t('share.link')}
          value={share.url}
          onFocus={(e) => e.currentTarget.select()}
        />
        <Button kind="primary" className="max-md:h-11" onClick={() => void copyText(told, t)}>
          {t('share.copy')}
        </Button>
      </div>
      {password && <p className="text-[13px] text-ink-2">{t('share.passwordIs', { password })}</p>}
      <img
        alt={t('share.qr')}
        className="mx-auto size-40 rounded-md"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(share.url, { border: 2 }))}`}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(`${share.title}\n${told}\n${share.token}`, t)}>
          {t('share.copyToken')}
        </Button>
        <Button onClick={() => void navigate(`/poster?id=${encodeURIComponent(share.shareId)}`)}>
          {t('share.poster')}
        </Button>
        <Button onClick={() => void save('docx')}>{t('share.word')}</Button>
        <Button onClick={() => void save('pdf')}>{t('share.pdf')}</Button>
        {offered().map((target) => (
          <Button key={target.id} onClick={() => open(target)}>
            {t(target.label)}
          </Button>
        ))}
        <Button kind="link" onClick={() => void navigate(project ? projectAddress(project) : '/share')}>
          {t(project ? 'share.ofProject' : 'share.mine')}
        </Button>
      </div>
    </div>
  )
}
