import { useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { Broken } from './parts/broken'
import type { ViewProps } from './view-props'

/** Sound or video in the browser's player, with a note that it was not parsed. */
export default function MediaView({ doc, viewer }: ViewProps) {
  const t = useT()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    viewer.set({ phase: 'ready', count: 1 })
  }, [viewer])
  if (failed) return <Broken doc={doc} fault="broken" text={t('viewer.mediaUnknown')} />
  const common = {
    src: doc.url,
    controls: true,
    preload: 'metadata',
    onError: () => setFailed(true),
  } as const
  return (
    <div className="media-view">
      {doc.type === 'video' ? (
        <video {...common} aria-label={doc.fileName} />
      ) : (
        <div className="media-sound">
          <p className="truncate font-medium">{doc.fileName}</p>
          <audio {...common} aria-label={doc.fileName} />
        </div>
      )}
      <p className="mt-4 text-center text-[13px] text-ink-3">{t('viewer.notRead')}</p>
    </div>
  )
}
