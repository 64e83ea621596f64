import { Brain, LogIn, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { errorText } from '@/api'
import { askLogin, isUser, useSession } from '@/features/session'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { Link } from '@/lib/router'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { Switch } from '@/ui/switch'
import { AddForm } from './add-form'
import { choose, clear, useChange, useMemories } from './calls'
import { Row } from './row'

/** /setting/memory: the user's memories, to view, change and disable. */
export function MemoryPage() {
  const t = useT()
  const user = useSession((s) => isUser(s.who))
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const found = useMemories(query, user)
  const change = useChange()
  const [clearing, setClearing] = useState(false)
  const items = found.data?.items ?? []
  const choice = found.data?.choice ?? { use: true, notice: true }

  if (!user) {
    return (
      <PageFrame title={t('memory.title')} up="/setting">
        <EmptyState
          icon={<LogIn strokeWidth={1.5} />}
          title={t('memory.login')}
          text={t('memory.loginText')}
          action={{ label: t('shell.login'), onClick: () => void askLogin() }}
        />
      </PageFrame>
    )
  }
  return (
    <PageFrame title={t('memory.title')} up="/setting">
      <p className="mb-3 px-1 text-[13px] text-ink-2">
        {t('memory.about')}{' '}
        <Link to="/setting" className="text-qing-ink underline underline-offset-4">
          {t('memory.toInstruction')}
        </Link>
      </p>
      <Section title={t('memory.choices')}>
        <SectionRow label={t('memory.use')} note={t('memory.useNote')}>
          <Switch
            checked={choice.use}
            aria-label={t('memory.use')}
            onCheckedChange={(use) => void change(() => choose({ ...choice, use }))}
          />
        </SectionRow>
        <SectionRow label={t('memory.notice')} note={t('memory.noticeNote')}>
          <Switch
            checked={choice.notice}
            aria-label={t('memory.notice')}
            onCheckedChange={(notice) => void change(() => choose({ ...choice, notice }))}
          />
        </SectionRow>
      </Section>
      <AddForm change={change} hint={t('memory.addHint')} main className="mt-8 flex gap-2" />
      {(items.length > 0 || query) && (
        <div className="relative mt-4">
          <Search
            size={18}
            strokeWidth={1.5}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
          />
          <Input
            value={words}
            maxLength={200}
            onChange={(e) => setWords(e.target.value)}
            inputMode="search"
            aria-label={t('memory.search')}
            placeholder={t('memory.search')}
            className="pl-10"
          />
        </div>
      )}
      {found.isError && !found.data ? (
        <ErrorState
          title={t('memory.failed')}
          text={errorText(found.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void found.refetch() }}
        />
      ) : !found.data ? (
        <div className="space-y-6 py-4" aria-busy>
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/3" />
        </div>
      ) : items.length === 0 ? (
        <EmptyState
          icon={<Brain strokeWidth={1.5} />}
          title={t(query ? 'memory.none' : 'memory.empty')}
          text={t(query ? 'memory.noneText' : 'memory.emptyText')}
        />
      ) : (
        <>
          <ul
            aria-label={t('memory.title')}
            className="mt-4 divide-y divide-line rounded-md border border-line bg-surface"
          >
            {items.map((m) => (
              <Row key={m.id} memory={m} change={change} />
            ))}
          </ul>
          {!query && (
            <div className="mt-4 flex items-center gap-2">
              <p className="flex-1 px-1 text-[13px] text-ink-3 tabular-nums">
                {t('memory.count', { count: items.length, limit: found.data.limit })}
              </p>
              <Button kind="danger" size="sm" onClick={() => setClearing(true)}>
                {t('memory.clear')}
              </Button>
            </div>
          )}
        </>
      )}
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t('memory.clear.title')}
        description={t('memory.clear.text')}
        action={t('memory.clear')}
        danger
        onConfirm={() => void change(clear)}
      />
    </PageFrame>
  )
}
