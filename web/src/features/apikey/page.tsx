import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { errorText, post } from '@/api'
import { askLogin, isUser, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { ConfirmDialog, Dialog } from '@/ui/dialog'
import { Section } from '@/ui/section'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { type Key, useKeys, useModels, type Wish } from './calls'
import { HowTo } from './how-to'
import { KeyDialog } from './key-dialog'

const say = (err: unknown) => {
  const text = errorText(err)
  if (text) void toast(text, { kind: 'warning' })
}

/** /setting/api: the user's personal keys, and how programs use them. */
export function OpenAPIPage() {
  const t = useT()
  const { who, sure } = useSession()
  const user = isUser(who)
  const { list, again } = useKeys(who.userId ?? '', user)
  const models = useModels(user && (list.data?.most ?? 0) > 0)
  const [asking, setAsking] = useState<Key | 'new' | null>(null)
  const [made, setMade] = useState<{ token: string; model: string | undefined } | null>(null)
  const [ending, setEnding] = useState<Key | null>(null)
  const save = useMutation({
    mutationFn: async ({ of, wish }: { of: Key | null; wish: Wish }) => {
      if (of) {
        await post('/api/apikey/{id}/update', wish, { path: { id: of.id } })
        return null
      }
      const { data } = await post('/api/apikey/create', wish)
      return { token: data.token, model: wish.scope?.models?.[0] }
    },
    onSuccess: (token) => {
      setAsking(null)
      setMade(token)
      void again()
    },
    onError: say,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => post('/api/apikey/{id}/revoke', {}, { path: { id } }),
    onSuccess: () => void toast(t('apikey.revoked'), { kind: 'success' }),
    onError: say,
    onSettled: () => void again(),
  })
  const model = models.data?.[0]?.id ?? `agent:${boot.defaultAgentId}`
  return (
    <PageFrame title={t('apikey.title')} up="/setting">
      <p className="px-1 text-ink-2 leading-[1.75]">{t('apikey.intro')}</p>
      {!user ? (
        sure && (
          <EmptyState
            icon={<KeyRound strokeWidth={1.25} />}
            title={t('apikey.login')}
            action={{ label: t('shell.login'), onClick: () => void askLogin() }}
          />
        )
      ) : list.isError ? (
        <ErrorState
          title={errorText(list.error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => void list.refetch() }}
        />
      ) : !list.data ? (
        <Skeleton className="mt-6" />
      ) : (
        <>
          {list.data.most === 0 && <p className="mt-4 px-1">{t('apikey.off')}</p>}
          <Section title={t('apikey.keys', { n: list.data.keys.length, most: list.data.most })}>
            {list.data.keys.map((k) => (
              <Row key={k.id} of={k} onChange={() => setAsking(k)} onRevoke={() => setEnding(k)} />
            ))}
            {list.data.keys.length === 0 && <p className="px-4 py-3 text-ink-3">{t('apikey.none')}</p>}
            {list.data.keys.length < list.data.most && (
              <div className="px-4 py-3">
                <Button kind="primary" onClick={() => setAsking('new')}>
                  {t('apikey.make')}
                </Button>
              </div>
            )}
          </Section>
          <Section title={t('apikey.how')}>
            <HowTo apiKey={t('apikey.yours')} model={model} />
            <p className="px-4 py-3 text-[13px] text-ink-3 leading-[1.75]">
              {t('apikey.base', { base: `${location.origin}/v1`, mcp: `${location.origin}/mcp` })}
            </p>
          </Section>
        </>
      )}
      {asking && (
        <KeyDialog
          of={asking === 'new' ? null : asking}
          busy={save.isPending}
          onClose={() => setAsking(null)}
          onSave={(wish) => save.mutate({ of: asking === 'new' ? null : asking, wish })}
        />
      )}
      <Dialog
        open={made !== null}
        onOpenChange={() => setMade(null)}
        title={t('apikey.made')}
        description={t('apikey.madeText')}
        footer={
          <>
            <Button kind="ghost" onClick={() => setMade(null)}>
              {t('apikey.kept')}
            </Button>
            <Button kind="primary" onClick={() => made && void copyText(made.token, t)}>
              {t('apikey.copyKey')}
            </Button>
          </>
        }
      >
        <p className="break-all rounded-md border border-line p-4 font-mono text-[15px]">{made?.token}</p>
        {made && <HowTo apiKey={made.token} model={made.model ?? model} />}
      </Dialog>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={t('apikey.revokeTitle', { name: ending?.name ?? '' })}
        description={t('apikey.revokeText')}
        action={t('apikey.revoke')}
        danger
        onConfirm={() => ending && revoke.mutate(ending.id)}
      />
    </PageFrame>
  )
}

/** One key: its name, scope, expiry and use, and its actions. */
function Row({ of, onChange, onRevoke }: { of: Key; onChange: () => void; onRevoke: () => void }) {
  const t = useT()
  const locale = useLocale()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const number = new Intl.NumberFormat(locale)
  const scope = (of.scope.calls ?? [])
    .map((c) => t(`apikey.short.${c as 'chat' | 'embeddings' | 'mcp'}`))
    .join(t('apikey.comma'))
  const limited = of.scope.models?.length
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-medium">
          {of.name}
          {of.expired && (
            <span className="ml-2 font-normal text-[12px] text-ink-3">{t('apikey.expired')}</span>
          )}
        </p>
        <p className="mt-0.5 text-[13px] text-ink-3">
          <span className="font-mono">{of.prefix}…</span>
          {' · '}
          {[
            scope,
            limited && t('apikey.limited', { n: limited }),
            of.expiresAt && !of.expired && t('apikey.until', { at: day.format(of.expiresAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="mt-0.5 text-[13px] text-ink-3 tabular-nums">
          {[
            of.lastUsedAt ? t('apikey.used', { at: time.format(of.lastUsedAt) }) : t('apikey.unused'),
            of.tokensToday > 0 && t('apikey.today', { n: number.format(of.tokensToday) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button size="sm" aria-label={t('apikey.changeNamed', { name: of.name })} onClick={onChange}>
        {t('apikey.change')}
      </Button>
      <Button size="sm" aria-label={t('apikey.revokeNamed', { name: of.name })} onClick={onRevoke}>
        {t('apikey.revoke')}
      </Button>
    </div>
  )
}
