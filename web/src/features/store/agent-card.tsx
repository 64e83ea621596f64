import { Heart, Users } from 'lucide-react'
import { useLocale, useT } from '@/i18n'
import { count } from '@/lib/format'
import { Link } from '@/lib/router'
import { Sign } from '@/ui/sign'
import { agentAddress } from './address'
import type { AgentCard as Card } from './calls'

/** An agent in a list of the store, with a link to its page. */
export function AgentCard({ agent }: { agent: Card }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Link
      to={agentAddress(agent.agentId)}
      className="flex w-full gap-3 rounded-md border border-line bg-surface px-4 py-3.5 text-left transition-colors hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]"
    >
      <Sign name={agent.name} picture={agent.avatar} size="lg" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{agent.name}</span>
        <span className="mt-0.5 line-clamp-2 text-[13px] text-ink-2">{agent.description}</span>
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 text-[12px] text-ink-3">
          <span className="truncate">
            {agent.builtin ? t('store.builtin') : agent.author || t('store.someone')}
          </span>
          {agent.people > 0 && (
            <span className="inline-flex items-center gap-1 tabular-nums">
              <Users size={13} strokeWidth={1.5} aria-hidden />
              {t('store.people', { count: count(agent.people, locale) })}
            </span>
          )}
          {agent.likes > 0 && (
            <span className="inline-flex items-center gap-1 tabular-nums">
              <Heart size={13} strokeWidth={1.5} aria-hidden />
              {t('store.likes', { count: count(agent.likes, locale) })}
            </span>
          )}
          {agent.needsModel && <span className="text-amber">{t('store.needsModel')}</span>}
        </span>
      </span>
    </Link>
  )
}
