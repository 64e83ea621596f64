import { useT } from '@/i18n'
import { boot } from '@/lib/boot'
import { InlineField } from '@/ui/inline-field'
import { useRename } from './queries'

export interface RenameFieldProps {
  id: string
  title: string
  onDone: () => void
}

/** An input for the title of a conversation, in place of the title. */
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
