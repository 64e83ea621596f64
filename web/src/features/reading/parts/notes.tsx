import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText, fetchFile } from '@/api'
import { useT } from '@/i18n'
import { saveFile } from '@/lib/save-file'
import { Button, IconButton } from '@/ui/button'
import { Textarea } from '@/ui/field'
import { Menu } from '@/ui/menu'
import { EmptyState, ErrorState, Skeleton } from '@/ui/state'
import { hoursAhead, type Note, say, useDeleteNote, useNotes, useSaveNote } from '../calls'
import { usePlaceText } from '../place-text'
import type { PanelProps } from './overview'

/** Maximum length of a note, in characters; the same as on the server. */
export const MAX_NOTE = 5000

/** The notes and highlights of the file, in the order of its units. */
export default function NotesPanel({ docId, go }: PanelProps) {
  const t = useT()
  const notes = useNotes(docId)
  const save = useSaveNote(docId)
  const [text, setText] = useState('')
  if (notes.isPending) return <Skeleton className="m-5 w-auto!" />
  if (notes.isLoadingError) {
    return (
      <ErrorState
        title={errorText(notes.error) ?? t('reading.failed')}
        action={{ label: t('ui.retry'), onClick: () => void notes.refetch() }}
      />
    )
  }
  return (
    <div className="px-5 py-4">
      <div className="rounded-md border border-line bg-surface px-3 py-2 focus-within:border-qing">
        <Textarea
          value={text}
          maxLength={MAX_NOTE}
          aria-label={t('reading.note.new')}
          placeholder={t('reading.note.placeholder')}
          className="max-h-60 min-h-12 overflow-y-auto text-[15px]"
          onChange={(e) => setText(e.target.value)}
        />
        <div className="flex items-center justify-end gap-2 pt-1">
          <Menu
            label={t('reading.export')}
            align="end"
            entries={(['md', 'docx', 'pdf'] as const).map((format) => ({
              id: format,
              label: { md: 'Markdown', docx: 'Word', pdf: 'PDF' }[format],
              disabled: notes.data.length === 0,
              onSelect: () =>
                void fetchFile('/api/user/agent/doc/notes/export', {
                  docId,
                  format,
                  offsetOfHour: hoursAhead(),
                })
                  .then(({ bytes, name }) => saveFile(bytes, name || `notes.${format}`))
                  .catch(say),
            }))}
            trigger={(props) => (
              <button
                type="button"
                {...props}
                className="hit h-8 rounded-sm px-3 text-[13px] text-ink-2 transition-colors duration-[var(--fast)] hover:bg-hover"
              >
                {t('reading.export')}
              </button>
            )}
          />
          <Button
            size="sm"
            kind="primary"
            disabled={!text.trim() || save.isPending}
            onClick={() =>
              save.mutate(
                { unit: 1, quote: '', color: 'yellow', text: text.trim() },
                { onSuccess: () => setText('') },
              )
            }
          >
            {t('reading.note.add')}
          </Button>
        </div>
      </div>
      {notes.data.length === 0 ? (
        <EmptyState title={t('reading.note.empty')} text={t('reading.note.emptyText')} />
      ) : (
        <ul className="mt-4 space-y-3">
          {notes.data.map((note) => (
            <NoteCard key={note.id} note={note} docId={docId} go={go} />
          ))}
        </ul>
      )}
    </div>
  )
}

function NoteCard({ note, docId, go }: PanelProps & { note: Note }) {
  const t = useT()
  const place = usePlaceText()
  const save = useSaveNote(docId)
  const remove = useDeleteNote(docId)
  const [text, setText] = useState<string | null>(null)
  return (
    <li id={`note-${note.id}`} className="rounded-md border border-line bg-surface px-3 py-2.5">
      {note.quote && (
        <button
          type="button"
          className="block w-full border-l-3 pl-2.5 text-left text-[13px] text-ink-2 leading-[1.7] hover:text-ink"
          style={{ borderColor: `var(--mark-${note.color}, var(--amber))` }}
          onClick={() => go(note.unit, note.quote)}
        >
          <span className="line-clamp-4">{note.quote}</span>
        </button>
      )}
      {text !== null ? (
        <div className="mt-2">
          <Textarea
            value={text}
            maxLength={MAX_NOTE}
            aria-label={t('reading.note.edit')}
            className="max-h-60 min-h-12 overflow-y-auto rounded-sm border border-line px-2 py-1 text-[15px]"
            onChange={(e) => setText(e.target.value)}
          />
          <div className="mt-1.5 flex justify-end gap-2">
            <Button size="sm" kind="ghost" onClick={() => setText(null)}>
              {t('ui.cancel')}
            </Button>
            <Button
              size="sm"
              kind="primary"
              disabled={save.isPending}
              onClick={() => save.mutate({ ...note, text: text.trim() }, { onSuccess: () => setText(null) })}
            >
              {t('reading.note.save')}
            </Button>
          </div>
        </div>
      ) : (
        note.text && (
          <p className="mt-1.5 whitespace-pre-wrap break-words text-[15px] leading-[1.7]">{note.text}</p>
        )
      )}
      {text === null && (
        <div className="mt-1 flex items-center text-[12px] text-ink-3">
          <span>{place(note.unit)}</span>
          <span className="ml-auto flex">
            <IconButton size="sm" label={t('reading.note.edit')} onClick={() => setText(note.text)}>
              <Pencil strokeWidth={1.5} />
            </IconButton>
            <IconButton size="sm" label={t('reading.note.delete')} onClick={() => remove.mutate(note.id)}>
              <Trash2 strokeWidth={1.5} />
            </IconButton>
          </span>
        </div>
      )}
    </li>
  )
}
