import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Bot, History } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { goBack, navigate, useParams } from '@/lib/router'
import { Button, IconButton } from '@/ui/button'
import { Segmented } from '@/ui/segmented'
import { Sign } from '@/ui/sign'
import { EmptyState, Skeleton } from '@/ui/state'
import { again, type Own, useOwn } from './calls'
import { Form } from './form'
import { Trial } from './trial'
import { type Draft, useDraft } from './use-draft'
import { stateOf } from './words'

const PublishDialog = lazy(() => import('./publish-dialog'))
const VersionsDialog = lazy(() => import('./versions-dialog'))

const icon = { strokeWidth: 1.5 }

/** /app/edit/{id}: the form of an agent, and beside it a conversation for trying the draft. */
export function EditPage() {
  const t = useT()
  const { agentId: id = '' } = useParams()
  const own = useOwn(id)
  if (own.isLoadingError) {
    return (
      <div className="grid flex-1 place-items-center">
        <EmptyState
          page
          icon={<Bot {...icon} />}
          title={errorText(own.error) ?? t('agent.missing')}
          action={{ label: t('agent.toList'), onClick: () => navigate('/app') }}
        />
      </div>
    )
  }
  if (!own.data) {
    return (
      <div className="mx-auto w-full max-w-[760px] space-y-3 px-6 pt-16" aria-busy>
        <Skeleton className="w-1/3" />
        <Skeleton />
        <Skeleton className="w-2/3" />
      </div>
    )
  }
  return <Editor key={id} first={own.data} />
}

function Editor({ first }: { first: Own }) {
  const t = useT()
  const client = useQueryClient()
  const draft = useDraft(first)
  const [tab, setTab] = useState<'form' | 'trial'>('form')
  const [open, setOpen] = useState<'publish' | 'versions' | null>(null)
  const name = draft.spec.name || t('agent.unnamed')
  useEffect(() => {
    document.title = `${name} · ${boot.brand.name}`
  }, [name])
  // Editing can make the loaded lists of agents outdated, so they are fetched again afterwards.
  useEffect(() => () => void again(client), [client])
  const dialog = async (what: 'publish' | 'versions') => {
    if (await draft.flush()) setOpen(what)
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-(--header-h) shrink-0 items-center gap-2 border-line border-b pr-[max(var(--begin),16px)] pl-[max(var(--nav-trigger)+12px,16px)]">
        <IconButton label={t('shell.back')} onClick={() => goBack('/app')}>
          <ArrowLeft {...icon} />
        </IconButton>
        <span className="max-sm:hidden">
          <Sign name={name} picture={draft.avatar} size="sm" />
        </span>
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-medium">{name}</h1>
          <p className="truncate text-[12px] text-ink-3">
            {t(stateOf(draft.own))}
            {' · '}
            <Saved draft={draft} />
          </p>
        </div>
        <IconButton label={t('agent.versions')} onClick={() => void dialog('versions')}>
          <History {...icon} />
        </IconButton>
        <Button kind="primary" size="sm" onClick={() => void dialog('publish')}>
          {t('agent.publish')}
        </Button>
      </header>
      <div className="flex justify-center py-2 lg:hidden">
        <Segmented
          label={t('agent.tabs')}
          value={tab}
          onChange={setTab}
          options={[
            { value: 'form', label: t('agent.tab.form') },
            { value: 'trial', label: t('agent.tab.trial') },
          ]}
        />
      </div>
      <div className="flex min-h-0 flex-1">
        <section
          aria-label={t('agent.tab.form')}
          className={cn(
            'min-w-0 flex-1 overflow-y-auto overscroll-contain',
            tab !== 'form' && 'max-lg:hidden',
          )}
        >
          <Form draft={draft} />
        </section>
        <section
          aria-label={t('agent.tab.trial')}
          className={cn(
            'flex min-w-0 flex-1 flex-col lg:border-line lg:border-l',
            tab !== 'trial' && 'max-lg:hidden',
          )}
        >
          <Trial draft={draft} />
        </section>
      </div>
      <Suspense>
        {open === 'publish' && <PublishDialog draft={draft} onClose={() => setOpen(null)} />}
        {open === 'versions' && <VersionsDialog draft={draft} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}

/** Shows whether the changes are saved. */
function Saved({ draft }: { draft: Draft }) {
  const t = useT()
  if (draft.state === 'failed') {
    return (
      <>
        <span role="alert" className="text-seal">
          {draft.error}
        </span>{' '}
        <Button kind="link" onClick={() => void draft.flush()}>
          {t('ui.retry')}
        </Button>
      </>
    )
  }
  return <span role="status">{t(draft.state === 'kept' ? 'agent.saved' : 'agent.saving')}</span>
}
