import { type ReactNode, useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { type Key, useModels, type Wish } from './calls'

const calls = ['chat', 'embeddings', 'mcp'] as const
const spans = ['0', '30', '90', '365', 'kept'] as const
type Span = (typeof spans)[number]
const DAY = 86_400_000

const digits = (text: string) => Number(text.replace(/\D/g, '')) || 0

/** A form for a new key, or for changing the key `of`. */
export function KeyDialog({
  of,
  busy,
  onClose,
  onSave,
}: {
  of: Key | null
  busy: boolean
  onClose: () => void
  onSave: (wish: Wish) => void
}) {
  const t = useT()
  const models = useModels(true)
  const [name, setName] = useState(of?.name ?? '')
  const [scope, setScope] = useState<readonly string[]>(of?.scope.calls ?? ['chat'])
  const [only, setOnly] = useState<readonly string[]>(of?.scope.models ?? [])
  const [limited, setLimited] = useState(only.length > 0)
  const [span, setSpan] = useState<Span>(of?.expiresAt ? 'kept' : '0')
  const [rate, setRate] = useState(of?.requestsPerMinute ? String(of.requestsPerMinute) : '')
  const [tokens, setTokens] = useState(of?.tokensPerDay ? String(of.tokensPerDay) : '')
  const listed = models.data ?? []
  // A model to which the key is limited may be missing from the list. The dialog shows such a model by its id.
  const rest = only.filter((id) => !listed.some((m) => m.id === id)).map((id) => ({ id, name: id }))
  const ready = name.trim() !== '' && scope.length > 0 && (!limited || only.length > 0)
  const toggle = (all: readonly string[], id: string) =>
    all.includes(id) ? all.filter((x) => x !== id) : [...all, id]
  const save = () =>
    onSave({
      name: name.trim(),
      scope: { calls: scope as ('chat' | 'embeddings' | 'mcp')[], models: limited ? [...only] : [] },
      requestsPerMinute: digits(rate),
      tokensPerDay: digits(tokens),
      expiresAt: span === 'kept' ? (of?.expiresAt ?? 0) : Number(span) ? Date.now() + Number(span) * DAY : 0,
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(of ? 'apikey.change' : 'apikey.make')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" disabled={!ready || busy} onClick={save}>
            {t(of ? 'apikey.save' : 'apikey.make')}
          </Button>
        </>
      }
    >
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto p-1">
        <Field label={t('apikey.name')}>
          <Input
            value={name}
            maxLength={40}
            aria-label={t('apikey.name')}
            placeholder={t('apikey.nameExample')}
            onChange={(e) => setName(e.target.value)}
          />
        </Field>
        <Field label={t('apikey.calls')}>
          {calls.map((id) => (
            <Box
              key={id}
              label={t(`apikey.call.${id}`)}
              checked={scope.includes(id)}
              onChange={() => setScope(toggle(scope, id))}
            />
          ))}
        </Field>
        <Field label={t('apikey.models')}>
          <Segmented
            label={t('apikey.models')}
            value={limited ? 'some' : 'all'}
            onChange={(v) => setLimited(v === 'some')}
            options={[
              { value: 'all', label: t('apikey.modelsAll') },
              { value: 'some', label: t('apikey.modelsSome') },
            ]}
          />
          {limited && (
            <div className="mt-2 grid gap-1">
              {[...listed, ...rest].map((m) => (
                <Box
                  key={m.id}
                  label={m.name}
                  note={m.name === m.id ? undefined : m.id}
                  checked={only.includes(m.id)}
                  onChange={() => setOnly(toggle(only, m.id))}
                />
              ))}
            </div>
          )}
        </Field>
        <Field label={t('apikey.expires')}>
          <Segmented
            label={t('apikey.expires')}
            value={span}
            onChange={setSpan}
            options={spans
              .filter((v) => v !== 'kept' || of?.expiresAt)
              .map((value) => ({ value, label: t(`apikey.span.${value}`) }))}
          />
        </Field>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t('apikey.rate')}>
            <Input
              value={rate}
              inputMode="numeric"
              aria-label={t('apikey.rate')}
              placeholder={t('apikey.asAdmin')}
              onChange={(e) => setRate(e.target.value)}
            />
          </Field>
          <Field label={t('apikey.tokens')}>
            <Input
              value={tokens}
              inputMode="numeric"
              aria-label={t('apikey.tokens')}
              placeholder={t('apikey.asAdmin')}
              onChange={(e) => setTokens(e.target.value)}
            />
          </Field>
        </div>
      </div>
    </Dialog>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-[13px] text-ink-3">{label}</legend>
      {children}
    </fieldset>
  )
}

function Box({
  label,
  note,
  checked,
  onChange,
}: {
  label: string
  note?: string | undefined
  checked: boolean
  onChange: () => void
}) {
  return (
    <label className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-(--qing)"
        checked={checked}
        onChange={onChange}
      />
      <span className="min-w-0">
        {label}
        {note && <span className="ml-2 text-[12px] text-ink-3">{note}</span>}
      </span>
    </label>
  )
}
