import { useQueryClient } from '@tanstack/react-query'
import { FileStack, Trash2, Upload } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { errorText } from '@/api'
import { loadChoose } from '@/features/document'
import { useT, withCatalogue } from '@/i18n'
import { address, inProject } from '@/lib/address'
import { fileSize } from '@/lib/format'
import { lazy } from '@/lib/lazy'
import { Link } from '@/lib/router'
import { Button, IconButton } from '@/ui/button'
import { Section, SectionRow } from '@/ui/section'
import { addFile, keyOf, removeFile, upload, useFiles } from '../calls'
import { trying } from '../say'

const ChooseDialog = lazy(withCatalogue('document', loadChoose))

/** The files for all answers in the project. */
export function Files({ id, edits }: { id: string; edits: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const files = useFiles(id)
  const docs = files.data?.pages.flatMap((p) => p.docs ?? []) ?? []
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState('')
  const [choosing, setChoosing] = useState(false)
  const again = () => client.invalidateQueries({ queryKey: keyOf(id, 'files') })
  const bring = async (chosen: FileList | null) => {
    for (const file of Array.from(chosen ?? [])) {
      setSending(file.name)
      if (!(await trying(() => upload(id, file)))) break
      await again()
    }
    setSending('')
  }
  const copy = async (chosen: readonly { id: string; fileName: string }[]) => {
    for (const { id: file, fileName } of chosen) {
      setSending(fileName)
      if (!(await trying(() => addFile(id, file)))) break
      await again()
    }
    setSending('')
  }
  return (
    <Section title={t('project.files')}>
      {docs.map((f) => (
        <SectionRow
          key={f.id}
          label={
            <Link
              to={inProject(address('/tool/file-viewer', { id: f.id }), id)}
              className="hit inline-block break-all hover:text-qing-ink"
            >
              {f.fileName}
            </Link>
          }
          note={
            f.status === 'queued' || f.status === 'parsing'
              ? t('project.files.reading')
              : f.status === 'failed'
                ? t('project.files.unread')
                : fileSize(f.size)
          }
        >
          {edits && (
            <IconButton
              label={t('project.files.delete', { name: f.fileName })}
              onClick={() => void trying(() => removeFile(id, f.id)).then(again)}
            >
              <Trash2 strokeWidth={1.5} />
            </IconButton>
          )}
        </SectionRow>
      ))}
      {files.hasNextPage && (
        <Button kind="ghost" size="sm" onClick={() => void files.fetchNextPage()}>
          {t('project.more')}
        </Button>
      )}
      {files.isError && (
        <p role="alert" className="px-4 py-2.5 text-[13px] text-ink-3">
          {errorText(files.error)}
        </p>
      )}
      <SectionRow label={<span className="text-[13px] text-ink-3">{t('project.files.text')}</span>}>
        {edits && (
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              multiple
              hidden
              onChange={(e) => {
                void bring(e.target.files)
                e.target.value = ''
              }}
            />
            <Button size="sm" disabled={sending !== ''} onClick={() => setChoosing(true)}>
              <FileStack strokeWidth={1.5} />
              {t('project.files.mine')}
            </Button>
            <Button size="sm" disabled={sending !== ''} onClick={() => input.current?.click()}>
              <Upload strokeWidth={1.5} />
              {sending ? t('project.files.sending') : t('project.files.add')}
            </Button>
          </div>
        )}
      </SectionRow>
      {choosing && (
        <Suspense>
          <ChooseDialog draft="" onChoose={(docs) => void copy(docs)} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Section>
  )
}
