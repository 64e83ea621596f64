import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { post } from '@/api'
import { useLocale, useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { changeList, type Share, say, shareAddress } from '../calls'

/** A dialog that creates, copies and revokes links to snapshots of a file's mind map or translation. */
export function ShareDialog({
  open,
  onOpenChange,
  docId,
  make,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  docId: string
  make: () => Promise<{ share: Share }>
}) {
  const t = useT()
  const locale = useLocale()
  const queries = useQueryClient()
  const key = ['reading', 'shares', docId]
  const list = useQuery({
    queryKey: key,
    queryFn: () => post('/api/user/agent/doc/share/list', { docId }).then((a) => a.shares),
    enabled: open,
  })
  const add = useMutation({
    mutationFn: make,
    onSuccess: ({ share }) => changeList<Share>(queries, key, (all) => [share, ...all]),
    onError: say,
  })
  const remove = useMutation({
    mutationFn: (token: string) => post('/api/user/agent/doc/share/delete', { token }),
    onSuccess: (_, token) => changeList<Share>(queries, key, (all) => all.filter((s) => s.token !== token)),
    onError: say,
  })
  const copy = (share: Share) => copyText(shareAddress(share), t)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('reading.share')}
      description={t('reading.shareText')}
      footer={
        <Button kind="primary" disabled={add.isPending} onClick={() => add.mutate()}>
          {t('reading.shareMake')}
        </Button>
      }
    >
      <ul className="space-y-2">
        {list.data?.map((s) => (
          <li key={s.token} className="flex items-center gap-1">
            <Input
              readOnly
              value={shareAddress(s)}
              aria-label={t('reading.shareOf', {
                at: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
                  s.createdAt * 1000,
                ),
              })}
              onFocus={(e) => e.target.select()}
            />
            <IconButton label={t('ui.copy')} onClick={() => void copy(s)}>
              <Copy strokeWidth={1.5} />
            </IconButton>
            <IconButton label={t('reading.shareEnd')} onClick={() => remove.mutate(s.token)}>
              <Trash2 strokeWidth={1.5} />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
