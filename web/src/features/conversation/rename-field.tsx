import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { InlineField } from '@/ui/inline-field'
import { useRename } from './queries'

export interface RenameFieldProps {
  id: string
  title: string
  onDone: () => void
}

/** The title of a conversation as a field in its place. */
export function RenameField({ id, title, onDone }: RenameFieldProps) {
  const t = useT()
  const rename = useRename()
  return (
    <InlineField
      label={t('conversation.renameLabel')}
      value={title}
      maxLength={boot.container.titleMax}
      onSave={(next) => rename.mutate({ id, title: next })}
      onDone={onDone}
      className="h-full min-h-9"
    />
  )
}
