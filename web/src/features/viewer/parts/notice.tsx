import { Info, X } from 'lucide-react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { placeName } from '../names'
import type { UnitKind } from '../types'
import type { Viewer } from '../viewer'

/** A notice about a requested quote. */
export function NoticeBar({ viewer, kind }: { viewer: Viewer; kind: UnitKind | '' }) {
  const t = useT()
  const notice = useStore(viewer.store, (s) => s.notice)
  return (
    <div role="status" className="viewer-notice-host">
      {notice && (
        <div className="viewer-notice pop-in">
          <Info strokeWidth={1.5} className="size-4 shrink-0" />
          <p className="flex-1">
            {notice.kind === 'missing'
              ? t('viewer.quoteMissing')
              : t('viewer.quoteElsewhere', { place: placeName(kind, viewer.unitOf(notice.place)) })}
          </p>
          <IconButton size="sm" label={t('ui.close')} onClick={() => viewer.set({ notice: null })}>
            <X strokeWidth={1.5} />
          </IconButton>
        </div>
      )}
    </div>
  )
}
