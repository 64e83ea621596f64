import { Upload } from 'lucide-react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { pick } from '../attach/pick'
import { Uploads } from '../library/uploads'
import type { DocView } from '../types'

/**
 * Sends files into the library and tells of those that have arrived; those on
 * their way stand under the button. `place` keeps them apart from other uploads.
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
