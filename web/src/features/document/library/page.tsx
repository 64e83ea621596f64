import { Upload } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { fileSize } from '@/lib/format'
import { useFileDrop } from '@/lib/incoming'
import { lazy } from '@/lib/lazy'
import { navigate } from '@/lib/router'
import { useShortcut } from '@/lib/shortcuts'
import { Button } from '@/ui/button'
import { askAbout, attach, LIBRARY } from '../attach/attachments'
import { choose } from '../attach/pick'
import { DropOverlay } from '../parts/drop-overlay'
import { askable, type DocView } from '../types'
import type { Asks } from './actions'
import { DocList } from './doc-list'
import { Filters } from './filters'
import { Hits } from './hits'
import { totals, useCounts, useDocs, useReadAgain, useRemove } from './queries'
import { SelectBar } from './select-bar'
import { Toolbar } from './toolbar'
import { Uploads } from './uploads'
import { useView } from './view'

const ConfirmDialog = lazy(() => import('@/ui/dialog').then((m) => ({ default: m.ConfirmDialog })))
const PasswordDialog = lazy(() => import('../parts/password-dialog'))
const UsageDialog = lazy(() => import('./usage-dialog'))

/** The open dialog, and its files. */
type Asking = { what: 'delete' | 'password' | 'usage'; docs: DocView[] }

/** /mine: all files of a user, to search, ask about and delete. */
export default function LibraryPage() {
  const t = useT()
  const list = useDocs()
  const keyword = useView((s) => s.keyword)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const remove = useRemove()
  const again = useReadAgain()
  const bring = (files: File[]) => void attach(LIBRARY, files)
  const dragging = useFileDrop(true, bring)
  const upload = () => choose('file', bring)
  useShortcut('escape', () => setChosen(null), chosen !== null)

  const onChoose = useCallback((id: string) => {
    setChosen((set) => {
      const next = new Set(set)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const asks = useMemo<Asks>(
    () => ({
      onChoose,
      onPassword: (doc) => setAsking({ what: 'password', docs: [doc] }),
      onUsage: (doc) => setAsking({ what: 'usage', docs: [doc] }),
      onDelete: (doc) => setAsking({ what: 'delete', docs: [doc] }),
    }),
    [onChoose],
  )
  const picked = chosen ? list.docs.filter((doc) => chosen.has(doc.id)) : []

  return (
    <>
      <PageFrame
        title={t('document.title')}
        start={<Sum />}
        end={
          <Button kind="primary" onClick={upload}>
            <Upload strokeWidth={1.5} />
            {t('document.upload')}
          </Button>
        }
      >
        <div className="sticky top-(--header-h) z-10 space-y-2 bg-paper pt-1 pb-2">
          <Toolbar />
          {!keyword && <Filters />}
        </div>
        <Uploads />
        {keyword ? (
          <Hits keyword={keyword} {...asks} />
        ) : (
          <DocList list={list} chosen={chosen} onUpload={upload} {...asks} />
        )}
      </PageFrame>
      {chosen && !keyword && (
        <SelectBar
          count={picked.length}
          all={picked.length > 0 && picked.length === list.docs.length}
          onAll={(all) => setChosen(new Set(all ? list.docs.map((doc) => doc.id) : []))}
          onAsk={() => {
            askAbout(picked.filter(askable))
            void navigate('/')
          }}
          onDelete={() => setAsking({ what: 'delete', docs: picked })}
          onCancel={() => setChosen(null)}
        />
      )}
      {dragging && <DropOverlay />}
      {asking?.docs[0] && (
        <Suspense>
          <Dialogs
            asking={{ what: asking.what, doc: asking.docs[0], count: asking.docs.length }}
            onClose={() => setAsking(null)}
            onDelete={() => {
              setChosen(null)
              remove.mutate(asking.docs.map((doc) => doc.id))
            }}
            onPassword={(id, password) => again.mutate({ id, password })}
          />
        </Suspense>
      )}
    </>
  )
}

/** The number of files and their total size. */
function Sum() {
  const t = useT()
  const { data } = useCounts()
  if (!data) return null
  const { count, size } = totals(data)
  if (count === 0) return null
  return (
    <p className="truncate text-[13px] text-ink-3 tabular-nums max-sm:hidden">
      {t('document.sum', { count, size: fileSize(size) })}
    </p>
  )
}

interface DialogsProps {
  asking: { what: Asking['what']; doc: DocView; count: number }
  onClose: () => void
  onDelete: () => void
  onPassword: (id: string, password: string) => void
}

function Dialogs({ asking: { what, doc, count }, onClose, onDelete, onPassword }: DialogsProps) {
  const t = useT()
  switch (what) {
    case 'usage':
      return <UsageDialog doc={doc} onClose={onClose} />
    case 'password':
      return (
        <PasswordDialog
          name={doc.fileName}
          error={doc.errorMsg}
          onClose={onClose}
          onPassword={(password) => onPassword(doc.id, password)}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={
            count > 1
              ? t('document.delete.titleMany', { count })
              : t('document.delete.title', { name: doc.fileName })
          }
          description={t('document.delete.text')}
          action={t('document.delete')}
          danger
          onConfirm={onDelete}
        />
      )
  }
}
