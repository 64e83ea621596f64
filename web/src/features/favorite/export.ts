import { useState } from 'react'
import { errorText, fetchFile } from '@/api'
import { useT } from '@/i18n'
import { saveFile } from '@/lib/save-file'
import type { MenuEntry } from '@/ui/menu'
import { toastError } from '@/ui/toast'

/** Timeout of an export, in ms; the server's timeout is shorter. */
const TIMEOUT = 60_000

/** Menu entries that export favourites as one file. */
export function useExport(ids: string[]): { busy: boolean; entries: MenuEntry[] } {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const save = async (format: 'md' | 'docx' | 'pdf') => {
    if (busy) return // the button is not disabled while busy, because that would remove the focus from it
    setBusy(true)
    try {
      const offsetOfHour = -new Date().getTimezoneOffset() / 60
      const file = await fetchFile(
        '/api/user/agent/favorite/export',
        { ids, format, offsetOfHour },
        { timeout: TIMEOUT },
      )
      saveFile(file.bytes, file.name || `favorites.${format}`)
    } catch (err) {
      toastError(errorText(err))
    } finally {
      setBusy(false)
    }
  }
  const entries: MenuEntry[] = [
    { id: 'md', label: t('export.markdown'), onSelect: () => void save('md') },
    { id: 'docx', label: t('export.word'), onSelect: () => void save('docx') },
    { id: 'pdf', label: t('export.pdf'), onSelect: () => void save('pdf') },
  ]
  return { busy, entries }
}
