import { useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText, post } from '@/api'
import { PageFrame } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { ConfirmDialog, Dialog } from '@/ui/dialog'
import { Section, SectionRow } from '@/ui/section'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { toast, toastError } from '@/ui/toast'
import { SHARES, type Share, useShares } from './calls'
import { Made } from './made'
import { endOf, TermFields, type Terms } from './terms'

type Asking = { what: 'pass' | 'edit' | 'revoke'; share: Share }

/** /share: the user's shares, with views and likes. The user can pass on, change and revoke each share. */
export function SharesPage() {
  const t = useT()
  return (
    <PageFrame title={t('share.mine')}>
      <Shares
        none={
          <EmptyState
            icon={<Share2 strokeWidth={1.5} />}
            title={t('share.none')}
            text={t('share.noneText')}
            action={{ label: t('share.begin'), onClick: () => void navigate('/') }}
          />
        }
      />
    </PageFrame>
  )
}

/** The shares of a project, for members who may share its conversations. */
export function ProjectShares({ project }: { project: string }) {
  const t = useT()
  return (
    <Section title={t('share.ofProject')}>
      <p className="px-4 py-2.5 text-[13px] text-ink-3">{t('share.ofProjectText')}</p>
      <Shares project={project} none={<SectionRow label={t('share.ofProjectNone')} />} />
    </Section>
  )
}

/** The shares of the user or of a project. */
function Shares({ project, none }: { project?: string; none: ReactNode }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const query = useShares(project)
  const [asking, setAsking] = useState<Asking | null>(null)
  const day = (at: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at)
  const state = (s: Share) =>
    [
      t('share.sharedAt', { at: day(s.createdAt) }),
      s.takenDown
        ? t('share.takenDown')
        : s.ended
          ? t('share.ended')
          : s.expiresAt
            ? t('share.endsAt', { at: day(s.expiresAt) })
            : t('share.forever'),
      s.hasPassword ? t('share.hasPassword') : '',
      t('share.counts', { views: s.views, likes: s.likes }),
    ]
      .filter(Boolean)
      .join(' · ')
  const again = () => client.invalidateQueries({ queryKey: SHARES })
  const revoke = async (s: Share) => {
    try {
      await post('/api/share/delete', { project_id: project, shareId: s.shareId })
      void toast(t('share.revoked'), { kind: 'success' })
    } catch (err) {
      toastError(errorText(err))
    } finally {
      await again()
    }
  }
  const shares = query.data?.shares
  return (
    <>
      {query.isError ? (
        <ErrorState
          title={errorText(query.error) ?? t('error.service')}
          action={{ label: t('chat.retry'), onClick: () => void query.refetch() }}
        />
      ) : !shares ? (
        <Skeleton className="mt-4 h-12" />
      ) : shares.length === 0 ? (
        none
      ) : (
        <div
          className={cn('divide-y divide-line', !project && 'mt-4 rounded-md border border-line bg-surface')}
        >
          {shares.map((s) => (
            <SectionRow
              key={s.shareId}
              label={
                s.ended ? (
                  s.title
                ) : (
                  <a
                    href={`/s/${s.shareId}`}
                    className="hit text-qing-ink underline-offset-4 hover:underline"
                  >
                    {s.title}
                  </a>
                )
              }
              note={state(s)}
            >
              <div className="flex gap-2">
                {!s.ended && (
                  <Button size="sm" onClick={() => setAsking({ what: 'pass', share: s })}>
                    {t('share.passOn')}
                  </Button>
                )}
                {!s.takenDown && (
                  <Button size="sm" onClick={() => setAsking({ what: 'edit', share: s })}>
                    {t('share.edit')}
                  </Button>
                )}
                <Button size="sm" kind="danger" onClick={() => setAsking({ what: 'revoke', share: s })}>
                  {t('share.revoke')}
                </Button>
              </div>
            </SectionRow>
          ))}
        </div>
      )}
      {asking?.what === 'pass' && (
        <Dialog open onOpenChange={() => setAsking(null)} title={asking.share.title}>
          <Made share={asking.share} password="" project={project} />
        </Dialog>
      )}
      {asking?.what === 'edit' && (
        <Edit
          share={asking.share}
          project={project}
          onClose={() => {
            setAsking(null)
            void again()
          }}
        />
      )}
      <ConfirmDialog
        open={asking?.what === 'revoke'}
        onOpenChange={() => setAsking(null)}
        title={t('share.revokeHeading', { title: asking?.share.title ?? '' })}
        description={t('share.revokeText')}
        action={t('share.revoke')}
        danger
        onConfirm={() => asking && void revoke(asking.share)}
      />
    </>
  )
}

function Edit({ share, project, onClose }: { share: Share; project?: string; onClose: () => void }) {
  const t = useT()
  const [terms, setTerms] = useState<Terms>({
    title: share.title,
    days: null,
    password: share.hasPassword ? null : '',
  })
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (change: Terms) => {
    setBusy(true)
    try {
      await post('/api/share/update', {
        project_id: project,
        shareId: share.shareId,
        title: change.title,
        password: change.password ?? undefined,
        expiresAt: endOf(change.days),
      })
      onClose()
    } catch (err) {
      setProblem(errorText(err) ?? '')
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('share.editHeading')}
      footer={
        <>
          {share.hasPassword && (
            <Button kind="ghost" disabled={busy} onClick={() => void save({ ...terms, password: '' })}>
              {t('share.noPassword')}
            </Button>
          )}
          <Button kind="primary" disabled={busy} onClick={() => void save(terms)}>
            {t('share.save')}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <TermFields value={terms} onChange={setTerms} />
        {problem && (
          <p role="alert" className="text-[13px] text-seal">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
