import { Download } from 'lucide-react'
import { errorText, get } from '@/api'
import { FileSign } from '@/features/document'
import { useT } from '@/i18n'
import { address, inProject } from '@/lib/address'
import { fileSize } from '@/lib/format'
import { Link } from '@/lib/router'
import { IconButton } from '@/ui/button'
import { toast } from '@/ui/toast'

interface Made {
  id: string
  name: string
  size: number
  type: string
}

function madeOf(data: unknown): Made | null {
  const d = data as Partial<Made> | null
  return d &&
    typeof d.id === 'string' &&
    /^[\w-]+$/.test(d.id) &&
    typeof d.name === 'string' &&
    typeof d.size === 'number'
    ? (d as Made)
    : null
}

const signs = ['pdf', 'doc', 'excel', 'ppt', 'txt', 'code', 'image'] as const

/** Downloads a file by a signed address; an error, such as for a deleted file, is shown in a toast. */
async function download(resourceId: string) {
  try {
    location.assign((await get('/api/resource/v1/download', { query: { resourceId } })).data.url)
  } catch (err) {
    const text = errorText(err)
    if (text) toast(text, { kind: 'error' })
  }
}

/** A file created in an answer: it opens in the viewer, and can be downloaded. */
export default function FileCard({ card }: { card: { data?: unknown; fallback?: string } }) {
  const t = useT()
  const made = madeOf(card.data)
  if (!made) return <p className="text-[13.5px] text-ink-3">{card.fallback}</p>
  const extension = made.name.slice(made.name.lastIndexOf('.') + 1)
  return (
    <div className="flex items-center gap-2.5">
      <FileSign kind={signs.find((s) => s === made.type) ?? 'file'} />
      <Link
        to={inProject(address('/tool/file-viewer', { id: made.id }))}
        className="hit min-w-0 flex-1 hover:text-qing-ink"
      >
        <span className="block truncate font-medium">{made.name}</span>
        <span className="block truncate text-[12px] text-ink-3">
          {[extension.toUpperCase(), fileSize(made.size), t('tool.file.kept')].join(' · ')}
        </span>
      </Link>
      <IconButton
        size="md"
        label={t('tool.file.download', { name: made.name })}
        className="text-ink-3"
        onClick={() => void download(made.id)}
      >
        <Download strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}
