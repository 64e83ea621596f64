import { useLocale, useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Section, SectionRow } from '@/ui/section'
import { type Activity, useActivities } from '../calls'

/** The kinds of activities; each has a sentence in the catalogue. */
type Kind =
  | 'created'
  | 'changed'
  | 'prompted'
  | 'archived'
  | 'unarchived'
  | 'invited'
  | 'joined'
  | 'left'
  | 'removed'
  | 'madeReader'
  | 'madeEditor'
  | 'transferred'
  | 'asked'
  | 'deleted'
  | 'restored'
  | 'fileAdded'
  | 'fileDeleted'
  | 'shared'
  | 'unshared'
  | 'movedIn'
  | 'movedOut'

/** The activities in the project, the newest first. */
export function Activities({ id }: { id: string }) {
  const t = useT()
  const locale = useLocale()
  const list = useActivities(id)
  const rows = list.data?.pages.flatMap((p) => p.activities ?? []) ?? []
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
  const line = (a: Activity) => {
    const said = t(`project.did.${a.kind as Kind}`, {
      name: a.name || t('project.someone'),
      subject:
        a.subject === 'reader' || a.subject === 'editor' ? t(`project.role.${a.subject}`) : (a.subject ?? ''),
    })
    return a.times > 1 ? `${said} × ${a.times}` : said
  }
  return (
    <Section title={t('project.activity')}>
      {rows.map((a) => (
        <SectionRow key={a.id} label={<span className="text-[13px] text-ink-2">{line(a)}</span>}>
          <span className="text-[12px] text-ink-3">{time.format(a.at)}</span>
        </SectionRow>
      ))}
      {list.hasNextPage && (
        <Button kind="ghost" size="sm" onClick={() => void list.fetchNextPage()}>
          {t('project.more')}
        </Button>
      )}
    </Section>
  )
}
