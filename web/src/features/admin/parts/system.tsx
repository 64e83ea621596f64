import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { errorText, fetchFile } from '@/api'
import { useT } from '@/i18n'
import { fileSize } from '@/lib/format'
import { saveFile } from '@/lib/save-file'
import { Button } from '@/ui/button'
import { Section } from '@/ui/section'
import { toast } from '@/ui/toast'
import { useAct, useLook } from '../calls'
import { groupBy } from '../usage'
import { Head, Loaded } from './list'

/** Shows facts about the server and its environment, and makes backups and files for diagnostics. */
export default function System() {
  const t = useT()
  const facts = useLook('/api/admin/system', {})
  const backup = useAct('/api/admin/system/backup', ['/api/admin/system'])
  const [fetching, setFetching] = useState(false)

  const diagnose = async () => {
    setFetching(true)
    try {
      const { bytes } = await fetchFile('/api/admin/system/diagnostics', {})
      saveFile(bytes, 'wenqu-diagnostics.zip')
    } catch (err) {
      const text = errorText(err)
      if (text) void toast(text, { kind: 'warning' })
    } finally {
      setFetching(false)
    }
  }

  return (
    <Loaded query={facts}>
      <Head text={t('admin.system.intro')}>
        <Button disabled={fetching} onClick={() => void diagnose()}>
          {t('admin.system.diagnose')}
        </Button>
        <Button
          kind="primary"
          disabled={backup.isPending}
          onClick={() =>
            backup.mutate(
              {},
              {
                onSuccess: (b) =>
                  void toast(t('admin.system.backedUp', { file: b.file, size: fileSize(b.size) }), {
                    kind: 'success',
                  }),
              },
            )
          }
        >
          {backup.isPending ? t('admin.system.backingUp') : t('admin.system.backup')}
        </Button>
      </Head>
      {[...groupBy(facts.data?.facts ?? [], (f) => f.group)].map(([group, list]) => (
        <Section key={group} title={group}>
          {list.map((f) => (
            <div key={f.name} className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 py-2">
              <span className="min-w-32 text-ink-2">{f.name}</span>
              <span className="ml-auto flex items-center gap-1.5 break-all text-right text-[13px] tabular-nums">
                {!f.ok && (
                  <CircleAlert
                    size={16}
                    strokeWidth={1.5}
                    className="text-amber"
                    aria-label={t('admin.system.missing')}
                  />
                )}
                {f.value}
              </span>
            </div>
          ))}
        </Section>
      ))}
    </Loaded>
  )
}
