import { Suspense, useState } from 'react'
import { useT } from '@/i18n'
import { inProject } from '@/lib/address'
import { fileSize } from '@/lib/format'
import { lazy } from '@/lib/lazy'
import type { FileRef, Kind } from '../types'
import { extensionOf } from '../upload/kinds'
import { FileName } from './file-name'
import { FileSign } from './file-sign'
import type { Picture } from './lightbox'
import { ViewerLink } from './viewer-link'

const Lightbox = lazy(() => import('./lightbox'))

/** A file of a sent question. A file from history has fewer fields. */
export type AskedFile = Pick<FileRef, 'fileName' | 'url'> & Partial<Omit<FileRef, 'type'>> & { type: string }

/** The id of a file, if necessary taken from its address on this server; empty if unknown. */
export function idOf(file: AskedFile): string {
  return file.id || (/\/api\/resource\/content\/([\w-]+)/.exec(file.url)?.[1] ?? '')
}

/**
 * The files of a question: images as thumbnails, everything else as a card, with a link if the file's id is known. An
 * image that cannot be loaded is a card as well.
 */
export default function QuestionFiles({ files }: { files: readonly AskedFile[] }) {
  const t = useT()
  const [looking, setLooking] = useState<number | null>(null)
  const images = files.filter((file) => file.type === 'image')
  const others = files.filter((file) => file.type !== 'image')
  const pictures: Picture[] = images.map((file) => ({
    url: inProject(file.url),
    name: file.fileName,
  }))
  return (
    <div className="mb-2 flex max-w-[80%] flex-col items-end gap-2 max-md:max-w-[88%]">
      {images.length > 0 && (
        <ul
          aria-label={t('document.images', { count: images.length })}
          className="flex flex-wrap justify-end gap-2"
        >
          {images.map((file, i) => (
            <li key={idOf(file) || file.url}>
              <Thumbnail file={file} alone={images.length === 1} onLook={() => setLooking(i)} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul
          aria-label={t('document.sent', { count: others.length })}
          className="flex flex-wrap justify-end gap-2"
        >
          {others.map((file) => (
            <li key={idOf(file) || file.fileName} className="max-w-full">
              <FileLink file={file} />
            </li>
          ))}
        </ul>
      )}
      {looking !== null && (
        <Suspense>
          <Lightbox pictures={pictures} start={looking} onClose={() => setLooking(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** The longer side of a single image with a known size, in px. */
const LARGE = 260

function Thumbnail({ file, alone, onLook }: { file: AskedFile; alone: boolean; onLook: () => void }) {
  const t = useT()
  const [broken, setBroken] = useState(false)
  const id = idOf(file)
  if (broken) return <FileLink file={file} />
  // With a known size, the space is reserved before the image is loaded.
  const ratio = file.width && file.height ? file.width / file.height : undefined
  return (
    <button
      type="button"
      aria-label={t('document.look', { name: file.fileName })}
      onClick={onLook}
      className="block overflow-hidden rounded-md border border-line bg-paper-2"
    >
      <img
        src={inProject(id ? `/api/resource/thumb/${id}` : file.url)}
        alt=""
        onError={() => setBroken(true)}
        className={alone ? 'max-h-[260px] max-w-full object-cover' : 'size-24 object-cover'}
        style={
          alone && ratio
            ? { aspectRatio: ratio, width: ratio >= 1 ? LARGE : Math.round(LARGE * Math.max(ratio, 0.4)) }
            : undefined
        }
      />
    </button>
  )
}

const card =
  'flex h-[58px] w-64 max-w-full items-center gap-2.5 rounded-md border border-line bg-surface pr-3.5 pl-2 text-left transition-colors'

function FileLink({ file }: { file: AskedFile }) {
  const id = idOf(file)
  const body = (
    <>
      <FileSign kind={file.type as Kind} />
      <span className="min-w-0 flex-1 leading-[1.35]">
        <FileName name={file.fileName} />
        <span className="block truncate text-[12px] text-ink-3 uppercase">
          {[extensionOf(file.fileName), file.size ? fileSize(file.size) : ''].filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
  )
  if (!id) return <span className={card}>{body}</span>
  return (
    <ViewerLink id={id} className={`${card} hover:border-[color-mix(in_oklch,var(--qing)_40%,var(--line))]`}>
      {body}
    </ViewerLink>
  )
}
