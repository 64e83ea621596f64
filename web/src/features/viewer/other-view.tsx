import { File as FileIcon, FolderLock } from 'lucide-react'
import { useEffect } from 'react'
import { useT } from '@/i18n'
import { fileSize } from '@/lib/format'
import { SaveButton } from './parts/broken'
import type { ViewProps } from './view-props'

/** A file that browsers cannot show: its description and, except for cloud documents, a download button. */
export default function OtherView({ doc, viewer }: ViewProps) {
  const t = useT()
  const cloud = doc.type === 'cloud'
  useEffect(() => {
    viewer.set({ phase: 'ready', count: 1 })
  }, [viewer])
  const Icon = cloud ? FolderLock : FileIcon
  return (
    <div className="grid h-full place-items-center overflow-y-auto p-6">
      <div className="flex max-w-sm flex-col items-center text-center">
        <Icon strokeWidth={1.25} className="size-10 text-ink-3" />
        <p className="no-autospace mt-4 break-all font-medium">{doc.fileName}</p>
        {!cloud && <p className="mt-1 text-[13px] text-ink-3">{fileSize(doc.size)}</p>}
        <p className="mt-3 text-balance text-[13px] text-ink-2">
          {t(cloud ? 'viewer.cloud' : 'viewer.noPreview')}
        </p>
        {!cloud && (
          <div className="mt-5">
            <SaveButton doc={doc} />
          </div>
        )}
      </div>
    </div>
  )
}
