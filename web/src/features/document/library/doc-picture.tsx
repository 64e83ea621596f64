import { useState } from 'react'
import { FileSign } from '../parts/file-sign'
import type { DocView } from '../types'

/** The thumbnail of a file; if there is no thumbnail or it cannot be loaded, the icon of the file's kind. */
export function DocPicture({ doc }: { doc: DocView }) {
  const [broken, setBroken] = useState(false)
  if (!doc.thumbUrl || broken) return <FileSign kind={doc.type} />
  return (
    <img
      src={doc.thumbUrl}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-10 shrink-0 rounded-[10px] border border-line bg-paper-2 object-cover"
    />
  )
}

/** The thumbnail or icon at the head of a card. */
export function DocCover({ doc }: { doc: DocView }) {
  const [broken, setBroken] = useState(false)
  return (
    <div className="grid h-28 place-items-center overflow-hidden rounded-t-md bg-paper-2">
      {doc.thumbUrl && !broken ? (
        <img
          src={doc.thumbUrl}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <FileSign kind={doc.type} size="lg" />
      )}
    </div>
  )
}
