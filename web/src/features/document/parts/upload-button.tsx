import { Upload } from 'lucide-react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { pick } from '../attach/pick'
import { Uploads } from '../library/uploads'
import type { DocView } from '../types'

/**
 * Uploads files into the library and reports those that are complete; uploads in progress are
 * listed below the button. `place` distinguishes them from other uploads.
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
