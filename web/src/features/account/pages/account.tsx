import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type Answer, errorText, get, post } from '@/api'
import { askLogin, forgetTraces, isUser, refreshWho, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { isPhone } from '@/lib/platform'
import { Link } from '@/lib/router'
import { useSlot } from '@/lib/slot'
import { Button } from '@/ui/button'
import { ConfirmDialog, Dialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { goToProvider, useLoginConfig } from '../calls'
import { AvatarEditor } from '../parts/avatar-editor'
import { PhoneForm } from '../parts/phone-form'

type Profile = Answer<'/api/profile', 'get'>['data']

const KEY = ['account', 'profile']
const types = ['phone', 'wx', 'qq', 'oneid'] as const

const say = (err: unknown) => {
  const text = errorText(err)
  if (text) void toast(text, { kind: 'warning' })
}

/** /setting/account: the user's profile and login methods, logging out, and deleting the account. */
export function AccountPage() {
  const t = useT()
  const { who, sure } = useSession()
  const login = useSlot('loginModal').visible
  const profile = useQuery({
    queryKey: [...KEY, who.userId],
    queryFn: () => get('/api/profile').then((a) => a.data),
    enabled: isUser(who),
  })
  return (
    <PageFrame title={t('account.page')} up="/setting">
      {!isUser(who) ? (
        sure && (
          <EmptyState
            title={t('account.visitor')}
            text={t('account.promise')}
            action={login ? { label: t('account.title'), onClick: () => void askLogin() } : undefined}
          />
        )
      ) : profile.isLoadingError ? (
        <ErrorState
          title={errorText(profile.error) ?? ''}
          action={{ label: t('ui.retry'), onClick: () => void profile.refetch() }}
        />
      ) : !profile.data ? (
        <Skeleton className="mt-6" />
      ) : (
        <Editor profile={profile.data} />
      )}
    </PageFrame>
  )
}

function Editor({ profile }: { profile: Profile }) {
  const t = useT()
  const locale = useLocale()
  const queries = useQueryClient()
  const config = useLoginConfig()
  const [name, setName] = useState(profile.name)
  const [binding, setBinding] = useState(false)
  const [unbinding, setUnbinding] = useState<string | null>(null)
  const put = (next: Profile) => queries.setQueryData([...KEY, next.userId], next)
  const save = (change: { name?: string; avatar?: string }) =>
    post('/api/profile', change)
      .then((a) => {
        put(a.data)
        void refreshWho()
        void toast(t('account.saved'), { kind: 'success' })
      })
      .catch(say)
  const bound = (type: string) => profile.identities.find((i) => i.type === type)
  const offered = types.filter((type) => bound(type) || config?.methods.some((m) => m.type === type))
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

  return (
    <>
      <Section title={t('account.profile')}>
        <AvatarEditor name={profile.name} src={profile.avatar} onSave={(avatar) => void save({ avatar })} />
        <SectionRow label={t('account.name')}>
          <form
            className="flex gap-2 max-md:w-full"
            onSubmit={(e) => {
              e.preventDefault()
              void save({ name: name.trim() })
            }}
          >
            <Input
              value={name}
              maxLength={24}
              aria-label={t('account.name')}
              className="md:w-52"
              onChange={(e) => setName(e.target.value)}
            />
            <Button type="submit" disabled={!name.trim() || name.trim() === profile.name}>
              {t('account.save')}
            </Button>
          </form>
        </SectionRow>
      </Section>
      <Section title={t('account.ways')}>
        {offered.map((type) => {
          const proof = bound(type)
          return (
            <SectionRow
              key={type}
              label={t(`account.way.${type}`)}
              note={
                proof
                  ? [proof.label, t('account.boundAt', { date: date.format(proof.bindTime * 1000) })].join(
                      ' · ',
                    )
                  : t('account.unbound')
              }
            >
              {proof ? (
                <Button size="sm" onClick={() => setUnbinding(type)}>
                  {t('account.unbind')}
                </Button>
              ) : (
                <Button
                  size="sm"
                  onClick={() =>
                    type === 'phone'
                      ? setBinding(true)
                      : void goToProvider(
                          { app: type, scene: 'bind', back: '/setting/account' },
                          isPhone(),
                        ).catch(say)
                  }
                >
                  {t('account.bind')}
                </Button>
              )}
            </SectionRow>
          )
        })}
        <Link
          to="/setting/factor"
          className="flex min-h-14 items-center gap-4 px-4 py-2.5 transition-colors duration-[var(--fast)] hover:bg-hover"
        >
          <span className="flex-1">{t('account.factor.title')}</span>
          <ChevronRight size={18} strokeWidth={1.5} className="text-ink-3" />
        </Link>
        <Link
          to="/multi-device-manage"
          className="flex min-h-14 items-center gap-4 px-4 py-2.5 transition-colors duration-[var(--fast)] hover:bg-hover"
        >
          <span className="flex-1">{t('account.device.title')}</span>
          <ChevronRight size={18} strokeWidth={1.5} className="text-ink-3" />
        </Link>
        <Link
          to="/parent-verify"
          className="flex min-h-14 items-center gap-4 rounded-b-md px-4 py-2.5 transition-colors duration-[var(--fast)] hover:bg-hover"
        >
          <span className="flex-1">{t('account.parent.title')}</span>
          <ChevronRight size={18} strokeWidth={1.5} className="text-ink-3" />
        </Link>
      </Section>
      <Leaving userId={profile.userId} days={config?.leaveDays ?? 15} />
      <Dialog
        open={binding}
        onOpenChange={setBinding}
        title={t('account.bindPhone')}
        className="soft:max-w-sm"
      >
        <PhoneForm
          purpose="bind"
          action={t('account.bind')}
          onCode={async (phone, code) => {
            put((await post('/api/account/bind', { type: 'phone', phone, code })).data)
            setBinding(false)
            void toast(t('account.bound'), { kind: 'success' })
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={unbinding !== null}
        onOpenChange={(open) => !open && setUnbinding(null)}
        title={t('account.unbindTitle', { way: t(`account.way.${(unbinding ?? 'phone') as 'phone'}`) })}
        description={t('account.unbindText')}
        action={t('account.unbind')}
        danger
        onConfirm={() =>
          void post('/api/account/unbind', { type: unbinding! })
            .then((a) => put(a.data))
            .catch(say)
        }
      />
    </>
  )
}

/** Logging out, and deleting the account. */
function Leaving({ userId, days }: { userId: string; days: number }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const logout = useSlot('logout').visible
  // A full page load, because this page still has the old user's data in memory.
  const gone = () => {
    forgetTraces()
    location.assign('/')
  }
  return (
    <Section title={t('account.leave')}>
      {logout && (
        <SectionRow label={t('account.logout')} note={t('account.logoutNote')}>
          <Button onClick={() => void post('/api/login/logout', {}).then(gone).catch(say)}>
            {t('account.logout')}
          </Button>
        </SectionRow>
      )}
      <SectionRow label={t('account.unregister')} note={t('account.unregisterNote', { days })}>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t('account.unregister')}
        </Button>
      </SectionRow>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('account.unregisterTitle')}
        description={t('account.unregisterText', { days })}
        action={t('account.unregister')}
        danger
        onConfirm={() => void post('/api/unregister', { userId }).then(gone).catch(say)}
      />
    </Section>
  )
}
