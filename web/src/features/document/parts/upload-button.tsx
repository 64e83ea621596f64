import { Upload } from 'lucide-react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { pick } from '../attach/pick'
import { Uploads } from '../library/uploads'
import type { DocView } from '../types'

/**
 * A button that uploads files into the library. Uploads in progress and failed uploads are listed below the
 * button; `onArrived` gets the completed uploads. `place` distinguishes the uploads of this button from
 * others.
 */
export default function UploadButton({
  place,
  onArrived,
}: {
  place: string
  onArrived: (docs: readonly DocView[]) => void
}) {
  const t = useT()
  return (
    <>
      <Button size="sm" onClick={() => pick(place)}>
        <Upload strokeWidth={1.5} />
        {t('document.upload')}
      </Button>
      <Uploads place={place} onArrived={onArrived} />
    </>
  )
}
