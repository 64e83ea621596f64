import { useT } from '@/i18n'
import { InlineField } from '@/ui/inline-field'
import type { DocView } from '../types'
import { extensionOf } from '../upload/kinds'
import { useRename } from './queries'

/** Longest name of a file, in characters. */
const MAX_NAME = 255

/** A file's name as a field in its place; its extension is not selected, for it is seldom meant. */
export function DocNameField({ doc, onDone }: { doc: DocView; onDone: () => void }) {
  const t = useT()
  const rename = useRename()
  const extension = extensionOf(doc.fileName)
  return (
    <InlineField
      label={t('document.rename.label')}
      value={doc.fileName}
      maxLength={MAX_NAME}
      selected={extension ? doc.fileName.length - extension.length - 1 : undefined}
      onSave={(fileName) => rename.mutate({ id: doc.id, fileName })}
      onDone={onDone}
      className="h-9"
    />
  )
}
