import { Camera, FileText, FolderOpen, Image, Plug } from 'lucide-react'
import { isUser, useSession } from '@/features/session'
import { t } from '@/i18n'
import { projectHere } from '@/lib/address'
import { isTouch } from '@/lib/platform'
import type { MenuEntry } from '@/ui/menu'
import { accept } from '../upload/kinds'
import { attach } from './attachments'
import { chooseConnectors, chooseKept } from './choosing'

export type Choice = 'file' | 'image' | 'camera'

/** Opens the browser's file chooser. */
export function choose(what: Choice, chosen: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = what !== 'camera'
  input.accept = accept[what === 'file' ? 'file' : 'image']
  if (what === 'camera') input.capture = 'environment'
  input.hidden = true
  input.onchange = () => {
    chosen([...(input.files ?? [])])
    input.remove()
  }
  input.oncancel = () => input.remove()
  // Safari opens no file chooser for an input that is not in the document.
  document.body.append(input)
  input.click()
}

/** Opens the file chooser for a draft or another place of uploads. */
export function pick(draft: string, what: Choice = 'file'): void {
  choose(what, (files) => void attach(draft, files))
}

const icon = { strokeWidth: 1.5 }

/**
 * The entries of the attach menu of the composer. `cid` is the id of the conversation; it is empty if the conversation
 * is temporary.
 */
export function attachEntries(draft: string, cid = '', agentId = ''): MenuEntry[] {
  const entries: MenuEntry[] = [
    {
      id: 'file',
      label: t('document.attach.file'),
      hint: t('document.attach.file.hint'),
      icon: <FileText {...icon} />,
      onSelect: () => pick(draft, 'file'),
    },
    {
      id: 'image',
      label: t('document.attach.image'),
      icon: <Image {...icon} />,
      onSelect: () => pick(draft, 'image'),
    },
  ]
  if (isTouch()) {
    entries.push({
      id: 'camera',
      label: t('document.attach.camera'),
      icon: <Camera {...icon} />,
      onSelect: () => pick(draft, 'camera'),
    })
  }
  entries.push({
    id: 'mine',
    label: t('document.attach.mine'),
    icon: <FolderOpen {...icon} />,
    onSelect: () => chooseKept(draft),
  })
  if (cid && isUser(useSession.getState().who) && !projectHere()) {
    entries.push({
      id: 'connectors',
      label: t('document.attach.connectors'),
      hint: t('document.attach.connectors.hint'),
      icon: <Plug {...icon} />,
      onSelect: () => chooseConnectors({ cid, agentId }),
    })
  }
  return entries
}
