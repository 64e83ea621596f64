import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/segmented'
import { Switch } from '@/ui/switch'
import { type Tool, useCall } from './calls'

/** One tool: its description, whether it may be used, and when consent is required. */
export function ToolRow({ server, tool, fixed }: { server: string; tool: Tool; fixed: boolean }) {
  const t = useT()
  const decide = useCall('/api/mcp/tool')
  const body = {
    id: server,
    tool: tool.name,
    version: tool.version,
    active: tool.active,
    consent: tool.consent,
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-40 flex-1">
          <p>
            {tool.title}
            {tool.title !== tool.name && <span className="ml-2 text-[12px] text-ink-3">{tool.name}</span>}
          </p>
          {/* The text comes from the connector and is shown as plain text. */}
          <p className="mt-0.5 line-clamp-3 whitespace-pre-wrap text-[13px] text-ink-3">{tool.description}</p>
          {tool.fields && (
            <p className="mt-1 whitespace-pre-wrap break-all text-[12px] text-ink-3">{tool.fields}</p>
          )}
        </div>
        {!fixed && (
          <Switch
            checked={tool.active}
            aria-label={t('mcp.useTool', { name: tool.title })}
            onCheckedChange={(active) =>
              decide.mutate({ ...body, active, consent: tool.changed ? '' : tool.consent })
            }
          />
        )}
      </div>
      {tool.changed && (
        <div role="alert" className="mt-2 rounded-md border border-line px-3 py-2 text-[13px]">
          <p className="text-seal">{t('mcp.changed')}</p>
          <p className="mt-1 whitespace-pre-wrap text-ink-3">
            {t('mcp.before')}
            {tool.before}
          </p>
          {tool.fieldsWere !== tool.fields && (
            <p className="mt-1 whitespace-pre-wrap break-all text-ink-3">
              {t('mcp.fieldsBefore')}
              {tool.fieldsWere}
            </p>
          )}
          <Button size="sm" className="mt-2" onClick={() => decide.mutate(body)}>
            {t('mcp.accept')}
          </Button>
        </div>
      )}
      {!fixed && tool.active && (
        <div className="mt-2 flex flex-wrap items-center gap-2 text-[13px] text-ink-2">
          <span>{t('mcp.ask')}</span>
          <Segmented
            label={t('mcp.askFor', { name: tool.title })}
            value={tool.consent}
            onChange={(consent) => decide.mutate({ ...body, consent })}
            options={[
              { value: 'every', label: t('mcp.ask.every') },
              { value: 'once', label: t('mcp.ask.once') },
              { value: 'never', label: t('mcp.ask.never') },
            ]}
          />
        </div>
      )}
    </>
  )
}
