import { Upload } from 'lucide-react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { pick } from '../attach/pick'
import { Uploads } from '../library/uploads'
import type { DocView } from '../types'

/**
 * A button that uploads files into the library. The uploads in progress and the failed ones are listed below the
 * button; `onArrived` gets the completed ones. `place` distinguishes these uploads from others.
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
