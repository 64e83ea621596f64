import { LogIn } from 'lucide-react'
import { Suspense } from 'react'
import { askLogin, isUser, useSession } from '@/features/session'
import { PageHeader } from '@/features/shell'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { Link, useParams } from '@/lib/router'
import { EmptyState } from '@/ui/state'
import { tabs } from './tabs'

/** The tabs of a phone are wider than its page. */
const intoSight = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** /admin and /admin/{tab}: the administration. The server decides who may see it. */
export function AdminPage() {
  const t = useT()
  const { tab: id } = useParams()
  const current = tabs.find((tab) => tab.id === (id ?? tabs[0]!.id))
  const visitor = useSession((s) => s.sure && !isUser(s.who))
  if (visitor)
    return (
      <>
        <PageHeader title={t('admin.title')} />
        <div className="grid flex-1 place-items-center">
          <EmptyState
            icon={<LogIn strokeWidth={1.25} />}
            title={t('admin.visitor')}
            action={{ label: t('shell.login'), onClick: () => void askLogin() }}
          />
        </div>
      </>
    )
  return (
    <>
      <PageHeader title={t('admin.title')} />
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <nav
          aria-label={t('admin.title')}
          className="shrink-0 px-4 pb-4 max-lg:overflow-x-auto max-lg:pb-3 lg:w-52 lg:overflow-y-auto"
        >
          <ul className="flex gap-0.5 lg:flex-col">
            {tabs.map(({ id, label, icon: Icon }) => (
              <li key={id}>
                <Link
                  to={`/admin/${id}`}
                  aria-current={current?.id === id ? 'page' : undefined}
                  ref={current?.id === id ? intoSight : undefined}
                  className={cn(
                    'flex h-9 items-center gap-2.5 whitespace-nowrap rounded-sm px-3 text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover max-md:h-11',
                    current?.id === id && 'bg-hover font-medium text-ink',
                  )}
                >
                  <Icon size={17} strokeWidth={1.5} className="max-md:hidden" />
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-16 max-md:px-4">
          <div className="mx-auto max-w-[880px]">
            {current ? (
              <Suspense>
                <current.Part />
              </Suspense>
            ) : (
              <EmptyState title={t('admin.noTab')} />
            )}
          </div>
        </div>
      </div>
    </>
  )
}
