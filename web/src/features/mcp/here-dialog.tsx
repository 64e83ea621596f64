import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText, post } from '@/api'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { Link } from '@/lib/router'
import { Dialog } from '@/ui/dialog'
import { SectionRow } from '@/ui/section'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { Switch } from '@/ui/switch'
import { toast } from '@/ui/toast'

export interface HereDialogProps {
  cid: string
  agentId: string
  onClose: () => void
}

/**
 * Switches connectors on and off for one conversation. In a conversation with an agent, a switch also adds its
 * connector to the agent, or removes the connector from the agent, for all of the user's conversations with the agent.
 */
export function HereDialog({ cid, agentId, onClose }: HereDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const queryKey = ['mcp', 'here', cid, agentId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await post('/api/mcp/here', { conversationId: cid, agentId }, { signal })).servers,
  })
  const put = useMutation({
    mutationFn: (one: { id: string; aside: boolean }) =>
      post('/api/mcp/aside', { conversationId: cid, agentId, ...one }),
    onSettled: () => client.invalidateQueries({ queryKey }),
    onError: (err) => {
      const text = errorText(err)
      if (text) void toast(text, { kind: 'warning' })
    },
  })
  const settings = (
    <Link to="/setting/connector" className="text-[13px] text-qing-ink underline" onClick={onClose}>
      {t('mcp.hereSetting')}
    </Link>
  )
  const servers = query.data ?? []
  const text = t(agentId === boot.defaultAgentId ? 'mcp.hereText' : 'mcp.hereAgentText')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('mcp.here')}
      description={servers.length > 0 ? text : undefined}
      footer={settings}
    >
      {query.isPending && <Skeleton className="h-24" />}
      {query.isError && (
        <ErrorState
          title={t('mcp.loadFailed')}
          text={errorText(query.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void query.refetch() }}
        />
      )}
      {query.data && servers.length === 0 && (
        <EmptyState title={t('mcp.hereNone')} text={t('mcp.hereNoneText')} />
      )}
      {servers.length > 0 && (
        <div className="divide-y divide-line rounded-md border border-line">
          {servers.map((s) => (
            <SectionRow key={s.id} label={s.name} note={t('mcp.hereTools', { n: s.tools })}>
              <Switch
                aria-label={s.name}
                checked={!s.aside}
                disabled={put.isPending}
                onCheckedChange={(on) => put.mutate({ id: s.id, aside: !on })}
              />
            </SectionRow>
          ))}
        </div>
      )}
    </Dialog>
  )
}
