import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Input, Textarea } from '@/ui/field'
import { Section, SectionRow } from '@/ui/section'
import { toast } from '@/ui/toast'
import { archive, archiveFile, type Detail, keyOf, LIST, leave, remove, update } from '../calls'
import { trying } from '../say'

type Step = 'delete' | 'leave' | null

/** The project's settings, such as its prompt and name, and actions, such as archiving. */
export function Settings({ id, project, edits }: { id: string; project: Detail; edits: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const [prompt, setPrompt] = useState(project.prompt ?? '')
  const [name, setName] = useState(project.name)
  const [sign, setSign] = useState(project.sign ?? '')
  const [asking, setAsking] = useState<Step>(null)
  const owner = project.role === 'owner'
  const again = () => client.invalidateQueries({ queryKey: LIST })
  const save = (what: Parameters<typeof update>[1]) =>
    trying(async () => {
      await update(id, what)
      toast(t('project.saved'))
    }).then(again)
  const away = (what: () => Promise<unknown>) =>
    trying(async () => {
      await what()
      await navigate('/project', { replace: true })
      client.removeQueries({ queryKey: keyOf(id) })
      await again()
    })
  const take = () =>
    trying(async () => {
      const file = await (await archiveFile(id)).blob()
      const { saveFile } = await import('@/lib/save-file')
      saveFile(file, `${project.name}.${file.type.includes('zip') ? 'zip' : 'json'}`)
    })
  return (
    <>
      <Section title={t('project.prompt')}>
        <div className="px-4 py-2.5">
          <Textarea
            aria-label={t('project.prompt')}
            placeholder={edits ? t('project.prompt.hint') : t('project.prompt.none')}
            maxLength={8000}
            rows={2}
            readOnly={!edits}
            value={prompt}
            onChange={(e) => setPrompt(e.target.value)}
            className="max-h-80 min-h-11 rounded-sm border border-line px-3 py-2"
          />
          {edits && prompt !== (project.prompt ?? '') && (
            <Button size="sm" className="mt-2" onClick={() => void save({ prompt })}>
              {t('project.save')}
            </Button>
          )}
        </div>
      </Section>
      <Section title={t('project.settings')}>
        {edits && (
          <SectionRow label={t('project.name')}>
            <div className="flex w-full max-w-sm gap-2">
              <div className="w-14 shrink-0">
                <Input
                  aria-label={t('project.sign')}
                  placeholder="☺"
                  value={sign}
                  onChange={(e) => setSign(e.target.value)}
                  className="text-center"
                />
              </div>
              <Input
                aria-label={t('project.name')}
                maxLength={64}
                value={name}
                onChange={(e) => setName(e.target.value)}
              />
              <Button
                disabled={!name.trim() || (name === project.name && sign === (project.sign ?? ''))}
                onClick={() => void save({ name, sign })}
              >
                {t('project.save')}
              </Button>
            </div>
          </SectionRow>
        )}
        {owner ? (
          <>
            <SectionRow label={t('project.export')} note={t('project.export.text')}>
              <Button size="sm" onClick={() => void take()}>
                {t('project.export')}
              </Button>
            </SectionRow>
            <SectionRow
              label={t(project.archivedAt ? 'project.unarchive' : 'project.archive')}
              note={t('project.archive.text')}
            >
              <Button
                size="sm"
                onClick={() => void trying(() => archive(id, !project.archivedAt)).then(again)}
              >
                {t(project.archivedAt ? 'project.unarchive' : 'project.archive')}
              </Button>
            </SectionRow>
            <SectionRow label={t('project.delete')} note={t('project.delete.note')}>
              <Button size="sm" kind="danger" onClick={() => setAsking('delete')}>
                {t('project.delete')}
              </Button>
            </SectionRow>
          </>
        ) : (
          <SectionRow label={t('project.leave')} note={t('project.leave.text')}>
            <Button size="sm" onClick={() => setAsking('leave')}>
              {t('project.leave')}
            </Button>
          </SectionRow>
        )}
      </Section>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={t(asking === 'leave' ? 'project.leave.title' : 'project.delete.title', { name: project.name })}
        description={t(asking === 'leave' ? 'project.leave.text' : 'project.delete.text')}
        action={t(asking === 'leave' ? 'project.leave' : 'project.delete')}
        danger
        onConfirm={() => void away(() => (asking === 'leave' ? leave(id) : remove(id)))}
      />
    </>
  )
}
