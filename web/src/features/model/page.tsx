import { Suspense } from 'react'
import { isUser, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useT, withCatalogue } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { Section } from '@/ui/section'
import { Capabilities } from './capabilities'
import { localServers } from './local'

const Connect = lazy(
  withCatalogue('admin', () => import('@/features/admin').then((m) => ({ default: m.Connect }))),
)

/** /setting/model: administrators connect a model here; everybody sees which models are in use. */
export function ModelPage() {
  const t = useT()
  const who = useSession((s) => s.who)
  const admin = isUser(who) && who.role === 1
  return (
    <PageFrame title={t('model.title')} up="/setting">
      <p className="mb-4 px-1 text-ink-2 leading-[1.75]">{t('model.intro')}</p>
      {admin ? (
        <Suspense>
          <Connect />
        </Suspense>
      ) : (
        <p className="rounded-md bg-hover px-4 py-3 text-ink-2">{t('model.whoCan')}</p>
      )}
      <Capabilities />
      {admin && (
        <Section title={t('model.local')}>
          <div className="px-4 py-3.5">
            <p className="text-ink-2 leading-[1.75]">{t('model.localText')}</p>
            <ul className="mt-2.5 flex flex-wrap gap-2">
              {localServers.map((s) => (
                <li key={s.name} className="rounded-full border border-line px-3 py-1 text-[13px] text-ink-2">
                  {s.name} <span className="text-ink-3 tabular-nums">{s.port}</span>
                </li>
              ))}
            </ul>
          </div>
        </Section>
      )}
    </PageFrame>
  )
}
