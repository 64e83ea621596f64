import { useQueryClient } from '@tanstack/react-query'
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '@/api'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { projectAddress } from '@/lib/address'
import { Link, navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Input, Textarea } from '@/ui/field'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { create, LIST, type Project, useProjects } from './calls'
import { trying } from './say'
import { Sign } from './sign'

export function List() {
  const t = useT()
  const projects = useProjects()
  const [making, setMaking] = useState(false)
  const [live, old] = [false, true].map((archived) =>
    (projects.data ?? []).filter((p) => Boolean(p.archivedAt) === archived),
  ) as [Project[], Project[]]
  return (
    <PageFrame
      title={t('project.title')}
      end={
        <Button size="sm" onClick={() => setMaking(true)}>
          <Plus strokeWidth={1.5} />
          {t('project.new')}
        </Button>
      }
    >
      {projects.isError ? (
        <ErrorState
          title={t('project.failed')}
          text={errorText(projects.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => void projects.refetch() }}
        />
      ) : !projects.data ? (
        <div className="space-y-6 py-4" aria-busy>
          <Skeleton className="w-1/3" />
          <Skeleton className="w-3/4" />
        </div>
      ) : projects.data.length === 0 ? (
        <EmptyState
          icon={<Layers strokeWidth={1.5} />}
          title={t('project.empty')}
          text={t('project.empty.text')}
          action={{ label: t('project.new'), onClick: () => setMaking(true) }}
        />
      ) : (
        <>
          <Rows of={live} />
          {old.length > 0 && (
            <>
              <h2 className="mt-8 mb-2.5 px-1 font-medium text-[13px] text-ink-3">{t('project.archived')}</h2>
              <Rows of={old} />
            </>
          )}
        </>
      )}
      <CreateDialog open={making} onOpenChange={setMaking} />
    </PageFrame>
  )
}

function Rows({ of }: { of: Project[] }) {
  const t = useT()
  if (of.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {of.map((p) => (
        <li key={p.project_id}>
          <Link
            to={projectAddress(p.project_id)}
            className="flex min-h-14 items-center gap-2.5 px-4 py-2.5 hover:bg-hover"
          >
            <Sign sign={p.sign} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{p.name}</span>
              {p.description && (
                <span className="block truncate text-[13px] text-ink-3">{p.description}</span>
              )}
            </span>
            <span className="shrink-0 text-[12px] text-ink-3">
              {p.members > 1 ? `${t('project.people', { count: p.members })} · ` : ''}
              {t(`project.role.${p.role}`)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CreateDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useT()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [sign, setSign] = useState('')
  const [prompt, setPrompt] = useState('')
  const [busy, setBusy] = useState(false)
  const make = async () => {
    if (!name.trim() || busy) return
    setBusy(true)
    await trying(async () => {
      const id = await create({ name, sign, prompt })
      await client.invalidateQueries({ queryKey: LIST })
      onOpenChange(false)
      await navigate(projectAddress(id))
    })
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('project.new')}
      description={t('project.new.text')}
      footer={
        <>
          <Button kind="ghost" onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" disabled={!name.trim() || busy} onClick={() => void make()}>
            {t('project.create')}
          </Button>
        </>
      }
    >
      <form
        className="space-y-3"
        onSubmit={(e) => {
          e.preventDefault()
          void make()
        }}
      >
        <div className="flex gap-2">
          <div className="w-14 shrink-0">
            <Input
              aria-label={t('project.sign')}
              placeholder="☺"
              value={sign}
              onChange={(e) => setSign(e.target.value)}
              className="text-center"
            />
          </div>
          <Input
            autoFocus
            aria-label={t('project.name')}
            placeholder={t('project.name.hint')}
            maxLength={64}
            value={name}
            onChange={(e) => setName(e.target.value)}
          />
        </div>
        <Textarea
          aria-label={t('project.prompt')}
          placeholder={t('project.prompt.hint')}
          maxLength={8000}
          rows={3}
          value={prompt}
          onChange={(e) => setPrompt(e.target.value)}
          className="max-h-40 rounded-sm border border-line px-3 py-2"
        />
      </form>
    </Dialog>
  )
}
