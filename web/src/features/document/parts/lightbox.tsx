import * as Radix from '@radix-ui/react-dialog'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { useFocusBack } from '@/ui/focus-back'

export interface Picture {
  url: string
  name: string
}

export interface LightboxProps {
  pictures: readonly Picture[]
  /** Index of the first picture to show. */
  start: number
  onClose: () => void
}

const button = 'bg-[oklch(0.2_0.01_240/0.6)] text-white hover:bg-[oklch(0.2_0.01_240/0.85)] hover:text-white'

/**
 * Shows one of the pictures at a time, over the whole window. The left and right arrow keys switch pictures; Esc and a
 * click beside the picture close the view.
 */
export default function Lightbox({ pictures, start, onClose }: LightboxProps) {
  const t = useT()
  const [at, setAt] = useState(start)
  const [broken, setBroken] = useState(false)
  const back = useFocusBack()
  const picture = pictures[at]
  if (!picture) return null
  const turn = (by: number) => {
    setBroken(false)
    setAt((at + by + pictures.length) % pictures.length)
  }
  const many = pictures.length > 1
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-50 bg-[oklch(0.16_0.012_240/0.88)]" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={back}
          className="fade-in fixed inset-0 z-50 grid place-items-center p-4 outline-none md:p-14"
          onClick={(e) => e.target === e.currentTarget && onClose()}
          onKeyDown={(e) => {
            if (!many) return
            if (e.key === 'ArrowRight') turn(1)
            else if (e.key === 'ArrowLeft') turn(-1)
          }}
        >
          <Radix.Title className="sr-only">{picture.name}</Radix.Title>
          {broken ? (
            <p className="text-white">{t('document.picture.broken')}</p>
          ) : (
            <img
              src={picture.url}
              alt={picture.name}
              onError={() => setBroken(true)}
              className="max-h-full max-w-full rounded-sm object-contain"
            />
          )}
          <p className="pointer-events-none absolute inset-x-0 bottom-[max(12px,env(safe-area-inset-bottom))] truncate px-14 text-center text-[13px] text-white">
            {picture.name}
            {many && <span className="ml-2 tabular-nums opacity-75">{`${at + 1} / ${pictures.length}`}</span>}
          </p>
          <Radix.Close asChild>
            <IconButton
              label={t('ui.close')}
              className={`fixed top-[max(12px,env(safe-area-inset-top))] right-3 rounded-full ${button}`}
              style={{ position: 'fixed' }}
            >
              <X strokeWidth={1.5} />
            </IconButton>
          </Radix.Close>
          {many && (
            <>
              <IconButton
                label={t('document.picture.previous')}
                className={`rounded-full ${button}`}
                style={{ position: 'fixed', left: 12, top: '50%' }}
                onClick={() => turn(-1)}
              >
                <ChevronLeft strokeWidth={1.5} />
              </IconButton>
              <IconButton
                label={t('document.picture.next')}
                className={`rounded-full ${button}`}
                style={{ position: 'fixed', right: 12, top: '50%' }}
                onClick={() => turn(1)}
              >
                <ChevronRight strokeWidth={1.5} />
              </IconButton>
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
