import { post } from '@/api'
import { t } from '@/i18n'
import { toast } from '@/ui/toast'

/**
 * The shares of deleted conversations still exist. Offers to revoke them: at most 100 shares of each of the
 * first 20 conversations.
 */
export async function tellOfShares(cids: readonly string[]): Promise<void> {
  const found = await Promise.all(
    cids.slice(0, 20).map((conversationId) => post('/api/share/list', { conversationId, limit: 100 })),
  )
  const shareIds = found.flatMap((f) => f.data.shares.map((s) => s.shareId))
  if (shareIds.length === 0) return
  void toast(t('share.stays', { count: shareIds.length }), {
    kind: 'undo',
    action: {
      label: t('share.revokeThem'),
      onClick: () =>
        void post('/api/share/delete', { shareIds }).then(
          () => toast(t('share.revoked'), { kind: 'success' }),
          () => toast(t('share.revokeFailed'), { kind: 'error' }),
        ),
    },
  })
}
