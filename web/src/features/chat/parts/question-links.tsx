import { useT } from '@/i18n'
import { webUrl } from '../markdown/links'
import { siteOf } from '../state/site'
import type { StepEvent } from '../state/types'
import { LinkTile, TILE } from './link-tile'

/**
 * The pages linked in a question, as reported by the steps that read them: title and site, or why a page could not
 * be read.
 */
export default function QuestionLinks({ steps }: { steps: readonly StepEvent[] }) {
  const t = useT()
  return (
    <ul aria-label={t('chat.link.list')} className="mt-1.5 flex max-w-full flex-wrap justify-end gap-2">
      {steps.map((step) => {
        const doc = step.docs?.[0]
        const url = doc && webUrl(doc.url)
        if (!doc || !url) return null
        const failed = step.state === 'failed'
        const site = siteOf(doc)
        const note = step.state === 'running' ? t('chat.link.looking') : failed ? (step.detail ?? '') : site
        return (
          <li key={step.id} className="min-w-0">
            <a href={url.href} target="_blank" rel="noopener noreferrer" className={`${TILE} hover:bg-hover`}>
              <LinkTile name={doc.title || site} note={note} icon={doc.icon_url} failed={failed} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
