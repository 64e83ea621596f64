import { useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, Link2, X } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useT } from '@/i18n'
import { Button, IconButton } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { ConfirmDialog } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Menu, type MenuEntry } from '@/ui/menu'
import { Section, SectionRow } from '@/ui/section'
import {
  invite,
  keyOf,
  type Member,
  removeMember,
  revoke,
  setRole,
  transfer,
  useLinks,
  useMembers,
} from '../calls'
import { trying } from '../say'

const USES = 10
const DAYS = 7

/** The members of the project, and, for its owner, the invitation links. */
export function Members({ id, owner }: { id: string; owner: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const members = useMembers(id)
  const [asking, setAsking] = useState<{ member: Member; what: 'remove' | 'transfer' } | null>(null)
  const doing = (what: () => Promise<unknown>) =>
    trying(what).then(() => client.invalidateQueries({ queryKey: keyOf(id) }))
  const entries = (m: Member): MenuEntry[] => [
    m.role === 'editor'
      ? {
          id: 'reader',
          label: t('project.makeReader'),
          onSelect: () => void doing(() => setRole(id, m.member, 'reader')),
        }
      : {
          id: 'editor',
          label: t('project.makeEditor'),
          onSelect: () => void doing(() => setRole(id, m.member, 'editor')),
        },
    {
      id: 'transfer',
      label: t('project.transfer'),
      onSelect: () => setAsking({ member: m, what: 'transfer' }),
    },
    {
      id: 'remove',
      label: t('project.removeMember'),
      danger: true,
      onSelect: () => setAsking({ member: m, what: 'remove' }),
    },
  ]
  return (
    <Section title={t('project.members')}>
      {members.data?.map((m) => (
        <SectionRow
          key={m.member}
          label={m.self ? t('project.you', { name: m.name }) : m.name || t('project.someone')}
          note={t(`project.role.${m.role}`)}
        >
          {owner && !m.self && (
            <Menu
              label={t('project.memberMenu', { name: m.name })}
              align="end"
              entries={() => entries(m)}
              trigger={(p) => (
                <IconButton label={t('project.memberMenu', { name: m.name })} {...p}>
                  <Ellipsis strokeWidth={1.5} />
                </IconButton>
              )}
            />
          )}
        </SectionRow>
      ))}
      {owner && <Links id={id} />}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={t(asking?.what === 'transfer' ? 'project.transfer.title' : 'project.removeMember.title', {
          name: asking?.member.name ?? '',
        })}
        description={t(asking?.what === 'transfer' ? 'project.transfer.text' : 'project.removeMember.text')}
        action={t(asking?.what === 'transfer' ? 'project.transfer' : 'project.removeMember')}
        danger={asking?.what === 'remove'}
        onConfirm={() =>
          asking &&
          void doing(() => (asking.what === 'transfer' ? transfer : removeMember)(id, asking.member.member))
        }
      />
    </Section>
  )
}

function Links({ id }: { id: string }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const links = useLinks(id, true)
  const [made, setMade] = useState('')
  const again = () => client.invalidateQueries({ queryKey: keyOf(id, 'links') })
  const make = (role: 'editor' | 'reader') =>
    trying(async () => {
      const { token } = await invite(id, role, USES, DAYS)
      setMade(`${location.origin}/project/join/${token}`)
      await again()
    })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return (
    <>
      {made && (
        <SectionRow label={t('project.link.made')} note={t('project.link.made.text')}>
          <div className="flex w-full gap-2">
            <Input readOnly aria-label={t('project.link')} value={made} onFocus={(e) => e.target.select()} />
            <IconButton label={t('project.link.copy')} onClick={() => void copyText(made, t)}>
              <Copy strokeWidth={1.5} />
            </IconButton>
          </div>
        </SectionRow>
      )}
      {links.data?.map((l) => (
        <SectionRow
          key={l.link}
          label={t('project.link.for', { role: t(`project.role.${l.role}`) })}
          note={t('project.link.state', {
            uses: l.uses,
            max: l.maxUses,
            day: day.format(l.expiresAt),
          })}
        >
          <IconButton
            label={t('project.link.revoke')}
            onClick={() => void trying(() => revoke(id, l.link)).then(again)}
          >
            <X strokeWidth={1.5} />
          </IconButton>
        </SectionRow>
      ))}
      <SectionRow
        label={
          <span className="text-[13px] text-ink-3">
            {t('project.invite.text', { uses: USES, days: DAYS })}
          </span>
        }
      >
        <Menu
          label={t('project.invite')}
          align="end"
          entries={(['editor', 'reader'] as const).map((role) => ({
            id: role,
            label: t(`project.invite.${role}`),
            hint: t(`project.can.${role}`),
            onSelect: () => void make(role),
          }))}
          trigger={(p) => (
            <Button size="sm" {...p}>
              <Link2 strokeWidth={1.5} />
              {t('project.invite')}
            </Button>
          )}
        />
      </SectionRow>
    </>
  )
}
