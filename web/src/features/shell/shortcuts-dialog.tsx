import { useT } from '@/i18n'
import { usePrefs } from '@/lib/prefs'
import { keysOf, type ShortcutId, shortcuts } from '@/lib/shortcuts'
import { Dialog } from '@/ui/dialog'
import { Kbd } from '@/ui/state'

export default function ShortcutsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useT()
  const sendKey = usePrefs((s) => s.sendKey)
  const rows: { label: string; keys: string[] }[] = [
    { label: t('shortcuts.send'), keys: sendKey === 'enter' ? ['Enter'] : [keysOf('search')[0]!, 'Enter'] },
    { label: t('shortcuts.newline'), keys: sendKey === 'enter' ? ['Shift', 'Enter'] : ['Enter'] },
    ...(Object.keys(shortcuts) as ShortcutId[]).map((id) => ({
      label: t(`shortcuts.${id}`),
      keys: keysOf(id),
    })),
  ]
  return (
    <Dialog title={t('shortcuts.title')} {...props}>
      <dl className="divide-y divide-line">
        {rows.map((row) => (
          <div key={row.label} className="flex items-center justify-between gap-4 py-2.5">
            <dt className="text-ink-2">{row.label}</dt>
            <dd className="flex gap-1">
              {row.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
