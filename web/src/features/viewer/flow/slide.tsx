import { useT } from '@/i18n'
import type { Unit } from '../types'
import { blocks } from './blocks'

/** A slide as a card: its text in order, and the speaker notes below. */
export function SlideUnit({ unit }: { unit: Unit }) {
  const t = useT()
  // Notes are usually at the end of a slide. The first note and everything after it are shown below the slide,
  // in the original order.
  const firstNote = unit.blocks.findIndex((b) => b.kind === 'note')
  const words = firstNote < 0 ? unit.blocks : unit.blocks.slice(0, firstNote)
  const notes = firstNote < 0 ? [] : unit.blocks.slice(firstNote)
  return (
    <section className="slide-unit" aria-label={t('viewer.slideN', { n: unit.number })}>
      <span data-aside className="slide-number" aria-hidden>
        {unit.number}
      </span>
      <div className="slide-words">
        {words.length > 0 ? (
          blocks(words)
        ) : (
          <p data-aside className="slide-empty">
            {t('viewer.slideEmpty')}
          </p>
        )}
      </div>
      {notes.length > 0 && (
        <div className="slide-notes">
          <h3 data-aside>{t('viewer.notes')}</h3>
          {blocks(notes)}
        </div>
      )}
    </section>
  )
}
