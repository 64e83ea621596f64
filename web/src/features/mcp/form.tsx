import { type ReactNode, useState } from 'react'
import { errorText, post } from '@/api'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input, Textarea } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { Switch } from '@/ui/switch'
import { toast } from '@/ui/toast'
import { blank, type Fields, lines, pairs, useCall } from './calls'

const BEARER = /^Bearer /i
const box = 'rounded-md border border-line px-3 py-2 focus:border-qing'

/** Creates or changes a connector. The user may paste an address or a configuration. */
export function ServerForm({
  fields,
  admin,
  programs,
  onClose,
}: {
  fields: Fields
  admin: boolean
  programs: boolean
  onClose: () => void
}) {
  const t = useT()
  const [draft, setDraft] = useState(fields)
  const [rest, setRest] = useState(lines(without(fields.headers), ': '))
  const [token, setToken] = useState((fields.headers.Authorization ?? '').replace(BEARER, ''))
  const [env, setEnv] = useState(lines(fields.env, '='))
  const [command, setCommand] = useState(fields.command.join('\n'))
  const save = useCall(admin ? '/api/admin/mcp/save' : '/api/mcp/save')
  const test = useCall(admin ? '/api/admin/mcp/test' : '/api/mcp/test')
  const program = draft.kind === 'stdio'
  const set = (change: Partial<Fields>) => setDraft((d) => ({ ...d, ...change }))
  const take = (f: Fields) => {
    setDraft({ ...f, local: draft.local, active: true, id: draft.id })
    setToken((f.headers.Authorization ?? '').replace(BEARER, ''))
    setRest(lines(without(f.headers), ': '))
    setEnv(lines(f.env, '='))
    setCommand(f.command.join('\n'))
  }
  /** Fills the form from a pasted text. If the text configures several connectors, all are saved immediately. */
  const paste = async (text: string) => {
    try {
      const { servers } = await post('/api/mcp/paste', { text })
      const all = servers.map((f) => ({ ...blank, ...f }) as Fields)
      const [first, ...more] = all
      if (!first) return void toast(t('mcp.unreadable'), { kind: 'warning' })
      take(first)
      if (more.length === 0) return
      for (const f of all) {
        const saved = await save.mutateAsync(f)
        test.mutate({ id: saved.id })
      }
      onClose()
    } catch (err) {
      const said = errorText(err)
      if (said) void toast(said, { kind: 'warning' })
    }
  }
  const submit = () => {
    const headers = {
      ...pairs(rest, ': '),
      ...(token.trim() && { Authorization: authorization(token.trim()) }),
    }
    const body = { ...draft, headers, env: pairs(env, '='), command: command.split('\n').filter(Boolean) }
    save.mutate(body, {
      onSuccess: ({ id }) => {
        test.mutate({ id })
        onClose()
      },
    })
  }
  const ready = program ? command.trim() !== '' : draft.url.trim() !== ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={fields.id ? fields.name : t('mcp.add')}
      className="md:w-[560px]"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" disabled={!ready || save.isPending} onClick={submit}>
            {t('mcp.save')}
          </Button>
        </>
      }
    >
      {admin && programs && (
        <Segmented
          label={t('mcp.kind')}
          value={program ? 'stdio' : 'http'}
          onChange={(kind) => set({ kind })}
          options={[
            { value: 'http', label: t('mcp.kind.http') },
            { value: 'stdio', label: t('mcp.kind.stdio') },
          ]}
        />
      )}
      <div className="mt-4 grid gap-4">
        {program ? (
          <>
            <Field label={t('mcp.command')} note={t('mcp.commandHelp')}>
              <Textarea
                value={command}
                rows={3}
                className={box}
                onChange={(e) => setCommand(e.target.value)}
              />
            </Field>
            <Field label={t('mcp.env')} note={t('mcp.envHelp')}>
              <Textarea value={env} rows={2} className={box} onChange={(e) => setEnv(e.target.value)} />
            </Field>
          </>
        ) : (
          <Field label={t('mcp.url')} note={t('mcp.urlHelp')}>
            <Input
              value={draft.url}
              placeholder="https://"
              spellCheck={false}
              onChange={(e) => set({ url: e.target.value, kind: 'http' })}
              onPaste={(e) => {
                const text = e.clipboardData.getData('text')
                if (!text.trim().startsWith('{')) return
                e.preventDefault()
                void paste(text)
              }}
            />
          </Field>
        )}
        <Field label={t('mcp.name')}>
          <Input value={draft.name} maxLength={80} onChange={(e) => set({ name: e.target.value })} />
        </Field>
        {!program && (
          <>
            <Field label={t('mcp.token')} note={t('mcp.tokenHelp')}>
              <Input
                type="password"
                autoComplete="off"
                value={token}
                onChange={(e) => setToken(e.target.value)}
              />
            </Field>
            <Field label={t('mcp.headers')} note={t('mcp.headersHelp')}>
              <Textarea value={rest} rows={2} className={box} onChange={(e) => setRest(e.target.value)} />
            </Field>
          </>
        )}
      </div>
      {admin && !program && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside.
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <Switch checked={draft.local} onCheckedChange={(local) => set({ local })} />
          <span>
            {t('mcp.local')}
            <span className="block text-[12px] text-ink-3">{t('mcp.localHelp')}</span>
          </span>
        </label>
      )}
      <p className="mt-4 text-[12px] text-ink-3">{t('mcp.trust')}</p>
    </Dialog>
  )
}

/**
 * The value of the Authorization header for a key. If the key begins with a scheme, or is the
 * placeholder of a stored key, it is not changed.
 */
const authorization = (key: string) => (/^\S+ \S/.test(key) || key.startsWith('•') ? key : `Bearer ${key}`)

function without(headers: Record<string, string>) {
  const { Authorization: _, ...rest } = headers
  return rest
}

function Field({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="block">
      <span className="mb-1 block text-[13px] text-ink-2">{label}</span>
      {children}
      {note && <span className="mt-1 block text-[12px] text-ink-3">{note}</span>}
    </label>
  )
}
