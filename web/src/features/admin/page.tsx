import { LogIn } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { askLogin, isUser, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Link, useParams } from '@/lib/router'
import { EmptyState, Skeleton } from '@/ui/state'
import { NoLogin } from './parts/no-login'
import { tabs } from './tabs'

/** Scrolls to the current tab, because on a phone the row of tabs is wider than the page. */
const intoSight = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** /admin and /admin/{tab}: the administration. The server checks who may use it. */
export function AdminPage() {
  const t = useT()
  const { tab: id } = useParams()
  const current = tabs.find((tab) => tab.id === (id ?? tabs[0]!.id))
  const user = useSession((s) => isUser(s.who))
  const sure = useSession((s) => s.sure)
  // The tab's code is loaded at once, even while it is unknown whether a user is logged in.
  useEffect(() => void current?.Part.load().catch(() => {}), [current])
  return (
    <PageFrame title={t('admin.title')}>
      {!user && !sure ? (
        <Skeleton className="mt-6" />
      ) : !user ? (
        <EmptyState
          className="pt-[12vh]"
          icon={<LogIn strokeWidth={1.25} />}
          title={t('admin.visitor')}
          action={{ label: t('shell.login'), onClick: () => void askLogin() }}
        />
      ) : (
        <>
          <nav
            aria-label={t('admin.title')}
            className="-mx-(--edge) mb-5 overflow-x-auto border-line border-b px-[calc(var(--edge)-10px)] [scrollbar-width:none] md:-mx-2.5 md:px-0"
          >
            <ul className="flex pb-2 md:flex-wrap">
              {tabs.map(({ id, label }) => (
                <li key={id}>
                  <Link
                    to={`/admin/${id}`}
                    replace
                    aria-current={current?.id === id ? 'page' : undefined}
                    ref={current?.id === id ? intoSight : undefined}
                    className={cn(
                      'flex h-9 items-center whitespace-nowrap rounded-sm px-2.5 text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover max-md:h-11',
                      current?.id === id && 'bg-hover font-medium text-ink',
                    )}
                  >
                    {t(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <NoLogin />
          {current ? (
            <Suspense>
              <current.Part />
            </Suspense>
          ) : (
            <EmptyState title={t('admin.noTab')} />
          )}
        </>
      )}
    </PageFrame>
  )
}
