import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '@/i18n'
import { saveFile } from '@/lib/save-file'
import { Button } from '@/ui/button'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'
import { drawCard, HEIGHT, type Picture, WIDTH } from './draw'

export interface CardViewProps {
  picture: Picture
  /** Name of the saved file, without its extension. */
  file: string
}

/** A preview of a picture, and the button that saves it. */
export function CardView({ picture, file }: CardViewProps) {
  const t = useT()
  const [drawn, setDrawn] = useState<{ blob: Blob; url: string } | null>(null)
  const [failed, setFailed] = useState(false)
  const key = JSON.stringify(picture)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` contains every field of the picture.
  useEffect(() => {
    let url = ''
    let gone = false
    setFailed(false)
    drawCard(picture).then(
      (blob) => {
        if (gone) return
        url = URL.createObjectURL(blob)
        setDrawn({ blob, url })
      },
      () => !gone && setFailed(true),
    )
    return () => {
      gone = true
      URL.revokeObjectURL(url)
    }
  }, [key])
  const save = () => {
    try {
      if (!drawn) throw new Error('no picture')
      saveFile(drawn.blob, `${file}.png`)
    } catch {
      void toast(t('store.saveFailed'), { kind: 'error' })
    }
  }
  if (failed) return <ErrorState title={t('store.saveFailed')} text={t('store.saveFailedText')} />
  return (
    <div className="flex flex-col items-center gap-4">
      {drawn ? (
        <img
          src={drawn.url}
          width={WIDTH}
          height={HEIGHT}
          alt={[
            picture.figure && picture.figure.number + picture.figure.unit,
            picture.name,
            picture.text,
            ...picture.notes,
          ]
            .filter(Boolean)
            .join(' · ')}
          className="h-auto w-full max-w-sm rounded-md border border-line"
        />
      ) : (
        <Skeleton className="h-96 w-full max-w-sm rounded-md" />
      )}
      <Button kind="primary" size="lg" disabled={!drawn} onClick={save}>
        <Download strokeWidth={1.5} />
        {t('store.save')}
      </Button>
    </div>
  )
}
