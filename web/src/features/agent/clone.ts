import type { useT } from '@/i18n'
import type { Spec } from './calls'

/** Maximum number of characters of the author's name. The agent's name contains the author's name and has a limit. */
const MOST = 20

/**
 * A first draft of an agent that speaks as its author. `name` is the author's name and may be empty. Details known
 * only to the author are left blank.
 */
export function cloneOf(t: ReturnType<typeof useT>, name: string): Spec {
  const who = [...name].slice(0, MOST).join('') || t('agent.clone.me')
  return {
    name: name ? t('agent.clone.name', { name: who }) : t('agent.clone'),
    description: t('agent.clone.description', { name: who }),
    category: 'life',
    persona: t('agent.clone.persona', { name: who }),
    opening: name ? t('agent.clone.opening', { name: who }) : t('agent.clone.opening.me'),
    questions: [t('agent.clone.question.1'), t('agent.clone.question.2'), t('agent.clone.question.3')],
  }
}
