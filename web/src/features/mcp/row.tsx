import { useMutation } from '@tanstack/react-query'
import { errorText, post } from '@/api'
import { type MessageId, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Switch } from '@/ui/switch'
import { toast } from '@/ui/toast'
import { fieldsOf, type Server, useCall } from './calls'
import { ToolRow } from './tool'

/** The text for each state of a connector. */
const states: Record<string, MessageId> = {
  '': 'mcp.state.new',
  ok: 'mcp.state.ok',
  login: 'mcp.state.login',
  failed: 'mcp.state.failed',
}

/** One connector: its state, actions and tools. */
export function ServerRow({
  server,
  admin,
  waiting,
  onWait,
  onEdit,
  onDelete,
}: {
  server: Server
  admin: boolean
  waiting: boolean
  onWait: () => void
  onEdit: () => void
  onDelete: () => void
}) {
  const t = useT()
  const test = useCall(admin ? '/api/admin/mcp/test' : '/api/mcp/test')
  const save = useCall(admin ? '/api/admin/mcp/save' : '/api/mcp/save')
  const use = useCall('/api/mcp/use')
  const logout = useCall('/api/mcp/logout')
  const login = useMutation({
    mutationFn: async (opened: Window | null) => {
      try {
        const { url } = await post('/api/mcp/login', { id: server.id, origin: location.origin })
        onWait()
        if (!opened) return location.assign(url)
        opened.opener = null // the login page must not control this window
        opened.location.href = url
      } catch (err) {
        opened?.close()
        throw err
      }
    },
    onError: (err) => {
      const text = errorText(err)
      if (text) void toast(text, { kind: 'warning' })
    },
  })
  const mine = !server.shared
  const on = server.active && !server.off
  const state = test.isPending ? t('mcp.testing') : t(states[server.state] ?? 'mcp.state.new')
  const count = server.tools.filter((u) => u.active).length
  return (
    <div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{server.name}</span>
            {server.shared && <span className="text-[12px] text-ink-3">{t('mcp.shared')}</span>}
            {server.local && <span className="text-[12px] text-ink-3">{t('mcp.local')}</span>}
          </p>
          {(server.url || server.command.length > 0) && (
            <p className="break-all text-[13px] text-ink-3">{server.url || server.command.join(' ')}</p>
          )}
          <p aria-live="polite" className="mt-1 text-[13px] text-ink-2">
            {[state, server.tools.length > 0 && t('mcp.tools', { n: count, all: server.tools.length })]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {server.reason && !test.isPending && <p className="mt-1 text-[13px] text-seal">{server.reason}</p>}
          {waiting && <p className="mt-1 text-[13px] text-ink-3">{t('mcp.waiting')}</p>}
        </div>
        <Switch
          checked={on}
          aria-label={t('mcp.use', { name: server.name })}
          disabled={!mine && !server.active}
          onCheckedChange={(active) =>
            mine ? save.mutate({ ...fieldsOf(server), active }) : use.mutate({ id: server.id, off: !active })
          }
        />
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        {!admin && server.state === 'login' && (
          <Button
            size="sm"
            kind="primary"
            disabled={login.isPending}
            // The window is opened in the click handler itself, because browsers block windows opened
            // later.
            onClick={() => login.mutate(window.open('about:blank', '_blank'))}
          >
            {t('mcp.login')}
          </Button>
        )}
        {!admin && server.signed && (
          <Button size="sm" onClick={() => logout.mutate({ id: server.id })}>
            {t('mcp.logout')}
          </Button>
        )}
        <Button size="sm" disabled={test.isPending} onClick={() => test.mutate({ id: server.id })}>
          {t(server.listedAt ? 'mcp.refresh' : 'mcp.test')}
        </Button>
        {mine && (
          <>
            <Button size="sm" onClick={onEdit}>
              {t('mcp.edit')}
            </Button>
            <Button size="sm" onClick={onDelete}>
              {t('mcp.delete')}
            </Button>
          </>
        )}
      </div>
      {server.tools.length > 0 && (
        <details className="mt-2" open={server.tools.some((u) => u.changed) || undefined}>
          <summary className="cursor-pointer text-[13px] text-ink-2 max-md:py-3">{t('mcp.toolList')}</summary>
          <ul aria-label={t('mcp.toolsOf', { name: server.name })} className="mt-2 divide-y divide-line">
            {server.tools.map((u) => (
              <li key={u.name} className="py-3">
                <ToolRow server={server.id} tool={u} fixed={admin} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
