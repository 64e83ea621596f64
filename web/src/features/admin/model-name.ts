import type { MessageId } from '@/i18n'

/** The id of the built-in engine. */
const OFFLINE = 'offline'

/** What a model is called: its own id, which is always shown, and words for the engine that has none. */
export function modelName(t: (id: MessageId) => string, id: string): string {
  if (id === OFFLINE) return t('model.state.builtin')
  return id || t('admin.usage.unknown')
}
