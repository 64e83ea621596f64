import { useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Markdown } from '../markdown/lazy'
import { docsOf } from '../state/docs'
import type { Answer, Version } from '../state/model'
import { answerText, type Message } from '../state/types'
import { isOffline } from '../state/use-choice'
import { Pager } from './pager'

export interface CompareProps {
  answer: Answer
  onVersion: (at: number) => void
  onClose: () => void
}

/** A dialog with two versions of an answer side by side; on phones, one below the other. */
export default function Compare({ answer, onVersion, onClose }: CompareProps) {
  const t = useT()
  const { versions, selected } = answer
  const other = selected > 0 ? selected - 1 : 1
  const [places, setPlaces] = useState<[number, number]>([
    Math.min(selected, other),
    Math.max(selected, other),
  ])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('answer.compare')}
      className="top-[6vh]! max-h-[88dvh]! max-w-[1240px] [--paper:var(--surface)]"
    >
      <div className="grid grid-cols-2 gap-x-6 gap-y-8 max-md:grid-cols-1">
        {places.map((at, side) => (
          <Side
            // biome-ignore lint/suspicious/noArrayIndexKey: the two sides never change places.
            key={side}
            version={versions[at]!}
            at={at}
            count={versions.length}
            shown={at === selected}
            onGo={(to) => setPlaces(side === 0 ? [to, places[1]] : [places[0], to])}
            onChoose={() => {
              onVersion(at)
              onClose()
            }}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface SideProps {
  version: Version
  at: number
  count: number
  shown: boolean
  onGo: (at: number) => void
  onChoose: () => void
}

function Side({ version, at, count, shown, onGo, onChoose }: SideProps) {
  const t = useT()
  const { message } = version
  return (
    <section aria-label={t('answer.compare.version', { n: at + 1 })} className="min-w-0">
      <div className="sticky top-0 z-1 mb-3 flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-surface pb-2 text-[13px]">
        <h3 className="font-medium">{t('answer.compare.version', { n: at + 1 })}</h3>
        <MadeBy message={message} />
        <span className="ml-auto inline-flex items-center gap-2">
          {count > 2 && (
            <Pager
              label={t('answer.versions')}
              all={Array.from({ length: count }, (_, i) => i)}
              current={at}
              onGo={onGo}
            />
          )}
          {shown ? (
            <span className="text-ink-3">{t('answer.compare.shown')}</span>
          ) : (
            <Button size="sm" onClick={onChoose}>
              {t('answer.compare.choose')}
            </Button>
          )}
        </span>
      </div>
      {message.hidden ? (
        <p className="text-ink-3">{t('answer.hidden')}</p>
      ) : (
        <Markdown
          text={answerText(message)}
          running={message.state === 'running'}
          partial={message.state !== 'done'}
          scope={{ docs: docsOf(message), replacements: new Map() }}
        />
      )}
    </section>
  )
}

function MadeBy({ message }: { message: Message }) {
  const t = useT()
  const id = message.meta?.modelId
  if (!id) return null
  return (
    <span className="truncate text-[12px] text-ink-3">{isOffline(id) ? t('answer.badge.offline') : id}</span>
  )
}
