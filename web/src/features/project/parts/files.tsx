import { useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { fileSize } from '@/lib/format'
import { Button, IconButton } from '@/ui/button'
import { Section, SectionRow } from '@/ui/section'
import { keyOf, removeFile, upload, useFiles } from '../calls'
import { trying } from '../say'

/** The files that every answer in the project may look into. */
export function Files({ id, edits }: { id: string; edits: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const files = useFiles(id)
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState('')
  const again = () => client.invalidateQueries({ queryKey: keyOf(id, 'files') })
  const bring = async (chosen: FileList | null) => {
    for (const file of Array.from(chosen ?? [])) {
      setSending(file.name)
      if (!(await trying(() => upload(id, file)))) break
      await again()
    }
    setSending('')
  }
  return (
    <Section title={t('project.files')}>
      {files.data?.map((f) => (
        <SectionRow
          key={f.id}
          label={<span className="break-all">{f.fileName}</span>}
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
      {files.isError && (
        <p role="alert" className="px-4 py-2.5 text-[13px] text-ink-3">
          {errorText(files.error)}
        </p>
      )}
      <SectionRow label={<span className="text-[13px] text-ink-3">{t('project.files.text')}</span>}>
        {edits && (
          <>
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
            <Button size="sm" disabled={sending !== ''} onClick={() => input.current?.click()}>
              <Upload strokeWidth={1.5} />
              {sending ? t('project.files.sending') : t('project.files.add')}
            </Button>
          </>
        )}
      </SectionRow>
    </Section>
  )
}
