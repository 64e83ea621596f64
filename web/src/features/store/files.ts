import { post, uploadFile } from '@/api'
import { t } from '@/i18n'
import { navigate } from '@/lib/router'
import { saveFile } from '@/lib/save-file'
import { toast } from '@/ui/toast'
import { say } from './say'

/** Maximum size of an imported file, in bytes; the server has the same limit. */
const MAX_FILE = 10 * 1024 * 1024

/** Accepted extensions: our own JSON, character cards, instructions. */
export const ACCEPTED = '.json,.png,.md,.markdown,.txt'

const left = ['picture', 'lorebook', 'openings', 'files', 'actions', 'scripts', 'length'] as const

/** Imports an agent from a file, opens it in the editor, and reports what was left out. */
export async function importAgent(file: File): Promise<void> {
  if (file.size > MAX_FILE) return void toast(t('store.importLarge'), { kind: 'error' })
  try {
    const { data } = await uploadFile('/api/user/agent/import', file)
    const missing = left.filter((l) => data.left.includes(l)).map((l) => t(`store.left.${l}`))
    await navigate(`/app/edit/${data.agentId}`)
    void toast(missing.length ? t('store.importedLeft', { what: missing.join('、') }) : t('store.imported'), {
      kind: missing.length ? 'warning' : 'success',
    })
  } catch (e) {
    say(e)
  }
}

/** Lets the browser save an agent as a file. */
export async function exportAgent(agentId: string): Promise<void> {
  try {
    const { data } = await post('/api/user/agent/export', { agentId })
    saveFile(new Blob([data.file], { type: 'application/json' }), data.name)
  } catch (e) {
    say(e)
  }
}
