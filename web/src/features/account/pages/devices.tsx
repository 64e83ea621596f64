import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { type Bodies, errorText, get, post } from '@/api'
import { askLogin, isUser, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Section } from '@/ui/section'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { placeName } from '../place'

const KEY = ['account', 'devices']

/** /multi-device-manage: the devices that are logged in, and how to log them out. */
export function DevicesPage() {
  const t = useT()
  const locale = useLocale()
  const queries = useQueryClient()
  const user = useSession((s) => isUser(s.who))
  const visitor = useSession((s) => s.sure && !isUser(s.who))
  const list = useQuery({
    // The call is not made for a visitor, because it would open the login dialog.
    enabled: user,
    queryKey: KEY,
    queryFn: () => get('/api/account/devices').then((a) => a.data.devices),
  })
  const end = useMutation({
    mutationFn: (body: Bodies['/api/account/devices/logout']) => post('/api/account/devices/logout', body),
    onSuccess: (a) => queries.setQueryData(KEY, a.data.devices),
    onError: (err) => {
      const text = errorText(err)
      if (text) void toast(text, { kind: 'warning' })
    },
  })
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <PageFrame title={t('account.device.title')} up="/setting">
      <p className="px-1 text-ink-2 leading-[1.75]">{t('account.device.intro')}</p>
      {visitor ? (
        <EmptyState
          icon={<Monitor strokeWidth={1.25} />}
          title={t('account.device.login')}
          action={{ label: t('shell.login'), onClick: () => void askLogin() }}
        />
      ) : list.isPending ? (
        <Skeleton className="mt-6" />
      ) : list.isError ? (
        <ErrorState
          title={errorText(list.error) ?? t('account.device.failed')}
          action={{ label: t('ui.retry'), onClick: () => void list.refetch() }}
        />
      ) : (
        <>
          <Section title={t('account.device.list')}>
            {list.data.map((d) => (
              <div key={d.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
                {/iPhone|iPad|Android|HarmonyOS|微信/.test(d.device) ? (
                  <Smartphone size={20} strokeWidth={1.5} className="text-ink-3" />
                ) : (
                  <Monitor size={20} strokeWidth={1.5} className="text-ink-3" />
                )}
                <div className="min-w-40 flex-1">
                  <p className="font-medium">
                    {d.device || t('account.device.unknown')}
                    {d.current && (
                      <span className="ml-2 rounded-full bg-qing-soft px-2 py-0.5 font-normal text-[12px] text-qing-ink">
                        {t('account.device.current')}
                      </span>
                    )}
                  </p>
                  <p className="mt-0.5 text-[13px] text-ink-3 tabular-nums">
                    {[
                      placeName(t, d.place),
                      t('account.device.seen', { at: time.format(d.lastSeenTime * 1000) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                {!d.current && (
                  <Button size="sm" disabled={end.isPending} onClick={() => end.mutate({ id: d.id })}>
                    {t('account.device.end')}
                  </Button>
                )}
              </div>
            ))}
          </Section>
          {list.data.length > 1 && (
            <div className="mt-5 text-right">
              <Button kind="danger" disabled={end.isPending} onClick={() => end.mutate({ others: true })}>
                {t('account.device.endOthers')}
              </Button>
            </div>
          )}
        </>
      )}
    </PageFrame>
  )
}
