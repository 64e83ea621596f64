import { useT } from '@/i18n'
import { InlineField } from '@/ui/inline-field'
import type { DocView } from '../types'
import { extensionOf } from '../upload/kinds'
import { useRename } from './queries'

/** Maximum length of a typed file name, in UTF-16 units; the server shortens names to 255 bytes. */
const MAX_NAME = 255

/**
 * An input for a file's name, in place of the name. The extension is not selected, because it is rarely
 * changed.
 */
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
