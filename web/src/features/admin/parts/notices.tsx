import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminNotice } from '@/api'
import { localeNames, locales, useLocale, useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { ConfirmDialog, Dialog } from '@/ui/dialog'
import { Input, Textarea } from '@/ui/field'
import { Segmented } from '@/ui/segmented'
import { useAct, useList } from '../calls'
import { moment } from '../time'
import { Field, Head, List, Tag } from './list'

const kinds = ['system', 'feature', 'tip'] as const
type Kind = (typeof kinds)[number]

/** Announcements to everybody. */
export default function Notices() {
  const t = useT()
  const locale = useLocale()
  const list = useList('/api/admin/notice/list', {}, (a) => a.notices)
  const remove = useAct('/api/admin/notice/remove', ['/api/admin/notice/list'])
  const [writing, setWriting] = useState(false)
  const [leaving, setLeaving] = useState<AdminNotice | null>(null)
  return (
    <>
      <Head text={t('admin.notice.intro')}>
        <Button kind="primary" onClick={() => setWriting(true)}>
          <Plus strokeWidth={1.5} />
          {t('admin.notice.write')}
        </Button>
      </Head>
      <List query={list} label={t('admin.tab.notice')} empty={t('admin.notice.empty')} id={(n) => n.id}>
        {(n) => (
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{n.title[locale]}</span>
                <Tag>{t(`admin.notice.${n.type as Kind}`)}</Tag>
              </div>
              <p className="mt-1 line-clamp-2 whitespace-pre-wrap text-[13px] text-ink-2">
                {n.content[locale]}
              </p>
              <p className="mt-1 text-[12px] text-ink-3 tabular-nums">
                {moment(n.createdAt, locale)}
                {n.until > 0 && ` – ${moment(n.until, locale)}`}
                {n.link && ` · ${n.link}`}
              </p>
            </div>
            <IconButton
              label={t('admin.notice.remove', { title: n.title[locale] })}
              onClick={() => setLeaving(n)}
            >
              <Trash2 strokeWidth={1.5} />
            </IconButton>
          </div>
        )}
      </List>
      {writing && <Writer onClose={() => setWriting(false)} />}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('admin.notice.removeTitle')}
        description={leaving?.title[locale]}
        action={t('admin.notice.removeAction')}
        danger
        onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
      />
    </>
  )
}

const DAY = 86_400_000
const spans = { '1': DAY, '7': 7 * DAY, '30': 30 * DAY, '0': 0 } as const
type Span = keyof typeof spans
const nothing = { 'zh-CN': '', 'zh-TW': '', en: '' }

function Writer({ onClose }: { onClose: () => void }) {
  const t = useT()
  const post = useAct('/api/admin/notice/post', ['/api/admin/notice/list'])
  const [kind, setKind] = useState<Kind>('system')
  const [span, setSpan] = useState<Span>('7')
  const [link, setLink] = useState('')
  const [title, setTitle] = useState(nothing)
  const [content, setContent] = useState(nothing)
  const ready = locales.every((l) => title[l].trim())
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('admin.notice.write')}
      className="md:w-[600px]"
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="primary"
            disabled={!ready || post.isPending}
            onClick={() =>
              post.mutate(
                { type: kind, title, content, link, until: spans[span] && Date.now() + spans[span] },
                { onSuccess: onClose },
              )
            }
          >
            {t('admin.notice.post')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div className="flex flex-wrap gap-3">
          <Segmented
            label={t('admin.notice.kind')}
            value={kind}
            onChange={setKind}
            options={kinds.map((value) => ({ value, label: t(`admin.notice.${value}`) }))}
          />
          <Segmented
            label={t('admin.notice.span')}
            value={span}
            onChange={setSpan}
            options={(['1', '7', '30', '0'] as Span[]).map((value) => ({
              value,
              label:
                value === '0' ? t('admin.notice.forever') : t('admin.usage.days', { count: Number(value) }),
            }))}
          />
        </div>
        {locales.map((l) => (
          <fieldset key={l} className="space-y-2 rounded-md border border-line p-3">
            <legend className="px-1 text-[13px] text-ink-2">{localeNames[l]}</legend>
            <Input
              aria-label={t('admin.notice.titleIn', { language: localeNames[l] })}
              placeholder={t('admin.notice.titleField')}
              maxLength={64}
              value={title[l]}
              onChange={(e) => setTitle({ ...title, [l]: e.target.value })}
            />
            <Textarea
              aria-label={t('admin.notice.textIn', { language: localeNames[l] })}
              placeholder={t('admin.notice.textField')}
              maxLength={4000}
              className="max-h-40 min-h-16 overflow-y-auto rounded-sm border border-line bg-surface px-3 py-2"
              value={content[l]}
              onChange={(e) => setContent({ ...content, [l]: e.target.value })}
            />
          </fieldset>
        ))}
        <Field label={t('admin.notice.link')} note={t('admin.notice.linkNote')}>
          <Input value={link} placeholder="/setting" onChange={(e) => setLink(e.target.value.trim())} />
        </Field>
      </div>
    </Dialog>
  )
}
