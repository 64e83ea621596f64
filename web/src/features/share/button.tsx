import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useT } from '@/i18n'
import { lazy } from '@/lib/lazy'
import { useSlot } from '@/lib/slot'
import { IconButton } from '@/ui/button'

const ShareDialog = lazy(() => import('./dialog'))

/** Shares a conversation; if an answer is given, it is preselected. */
export default function ShareButton({
  cid,
  index,
  className,
}: {
  cid: string
  index?: number
  className?: string
}) {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (!useSlot('sharing').visible) return null
  return (
    <>
      <IconButton
        size="md"
        label={t(index === undefined ? 'share.conversation' : 'share.answer')}
        className={className}
        onClick={() => setOpen(true)}
      >
        <Share2 strokeWidth={1.5} />
      </IconButton>
      {open && (
        <Suspense>
          <ShareDialog cid={cid} index={index} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
