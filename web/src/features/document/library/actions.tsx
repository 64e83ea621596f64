import {
  BookOpenText,
  Download,
  ExternalLink,
  KeyRound,
  ListChecks,
  MessageSquareText,
  MessagesSquare,
  Pencil,
  RotateCw,
  Star,
  Trash2,
} from 'lucide-react'
import { errorText } from '@/api'
import { loadKeep } from '@/features/favorite'
import { useT, withCatalogue } from '@/i18n'
import { address } from '@/lib/address'
import { navigate } from '@/lib/router'
import { useSlot } from '@/lib/slot'
import type { MenuEntry } from '@/ui/menu'
import { toastError } from '@/ui/toast'
import { askAbout } from '../attach/attachments'
import { downloadUrl } from '../calls'
import { askable, type DocView } from '../types'
import { LOCKED } from '../upload/engine'
import { useReadAgain } from './queries'

const icon = { strokeWidth: 1.5 }

/** Actions on a file that need a dialog, or concern several files. */
export interface Asks {
  onPassword: (doc: DocView) => void
  onUsage: (doc: DocView) => void
  onDelete: (doc: DocView) => void
  onChoose: (id: string) => void
}

export function isLocked(doc: DocView): boolean {
  return doc.status === 'failed' && LOCKED.includes(doc.errorCode)
}

/** The actions on one file. */
export function useActions(doc: DocView, asks: Asks) {
  const t = useT()
  const again = useReadAgain()
  const collect = useSlot('collect').visible
  const ask = () => {
    askAbout([doc])
    void navigate('/')
  }
  const readAgain = () => (isLocked(doc) ? asks.onPassword(doc) : again.mutate({ id: doc.id }))
  const open = () => navigate(address('/tool/file-viewer', { id: doc.id }))
  const entries = (onRename: () => void): MenuEntry[] => [
    { id: 'open', label: t('document.open'), icon: <ExternalLink {...icon} />, onSelect: () => void open() },
    ...(askable(doc)
      ? [{ id: 'ask', label: t('document.ask'), icon: <MessageSquareText {...icon} />, onSelect: ask }]
      : []),
    ...(doc.status === 'ready'
      ? [
          {
            id: 'study',
            label: t('document.study'),
            icon: <BookOpenText {...icon} />,
            onSelect: () => void navigate(address('/tool/deep-reading/detail', { id: doc.id })),
          },
        ]
      : []),
    ...(doc.status === 'failed'
      ? [
          {
            id: 'again',
            label: t(isLocked(doc) ? 'document.password' : 'ui.retry'),
            icon: isLocked(doc) ? <KeyRound {...icon} /> : <RotateCw {...icon} />,
            onSelect: readAgain,
          },
        ]
      : []),
    {
      id: 'usage',
      label: t('document.usage'),
      icon: <MessagesSquare {...icon} />,
      onSelect: () => asks.onUsage(doc),
    },
    ...(collect
      ? [
          {
            id: 'favorite',
            label: t('document.favorite'),
            icon: <Star {...icon} />,
            onSelect: () => void favorite(doc.id),
          },
        ]
      : []),
    { type: 'separator', id: 'own' },
    {
      id: 'rename',
      label: t('document.rename'),
      icon: <Pencil {...icon} />,
      // The menu restores the focus when it closes. The field opens afterwards, so that the field keeps the
      // focus.
      onSelect: () => setTimeout(onRename),
    },
    {
      id: 'download',
      label: t('document.download'),
      icon: <Download {...icon} />,
      onSelect: () => void download(doc),
    },
    {
      id: 'choose',
      label: t('document.choose'),
      icon: <ListChecks {...icon} />,
      onSelect: () => asks.onChoose(doc.id),
    },
    { type: 'separator', id: 'end' },
    {
      id: 'delete',
      label: t('document.delete'),
      icon: <Trash2 {...icon} />,
      danger: true,
      onSelect: () => asks.onDelete(doc),
    },
  ]
  return { ask, readAgain, entries }
}

async function favorite(docId: string): Promise<void> {
  try {
    const { keep } = await withCatalogue('favorite', loadKeep)()
    await keep({ kind: 'file', docId })
  } catch (err) {
    say(err)
  }
}

async function download(doc: DocView): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = await downloadUrl(doc.id)
    link.download = doc.fileName
    link.click()
  } catch (err) {
    say(err)
  }
}

function say(err: unknown): void {
  toastError(errorText(err))
}
