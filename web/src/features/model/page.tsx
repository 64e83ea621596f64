import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PageHeader } from '@/features/shell'
import { useLocale, useT } from '@/i18n'
import { IconButton } from '@/ui/button'
import { Section } from '@/ui/section'
import { toast } from '@/ui/toast'
import { Capabilities } from './capabilities'
import { anyServer, localServers, vendors } from './vendors'

/** /setting/model: what answers now, and how to connect a model. */
export function ModelPage() {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <PageHeader title={t('model.title')} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-16 max-md:px-4">
        <div className="mx-auto max-w-[680px]">
          <p className="px-1 text-ink-2 leading-[1.75]">{t('model.intro')}</p>
          <Capabilities />
          <Section title={t('model.oneLine')}>
            <Line name={t('model.anyServer')} line={anyServer} />
            {vendors.map((v) => (
              <Line key={v.id} name={(locale === 'en' && v.en) || v.name} line={v.line} />
            ))}
          </Section>
          <p className="mt-2.5 px-1 text-[13px] text-ink-3">{t('model.restart')}</p>
          <Section title={t('model.local')}>
            <div className="px-4 py-3.5">
              <p className="text-ink-2 leading-[1.75]">{t('model.localText')}</p>
              <ul className="mt-2.5 flex flex-wrap gap-2">
                {localServers.map((s) => (
                  <li
                    key={s.name}
                    className="rounded-full border border-line px-3 py-1 text-[13px] text-ink-2"
                  >
                    {s.name} <span className="text-ink-3 tabular-nums">{s.port}</span>
                  </li>
                ))}
              </ul>
            </div>
          </Section>
        </div>
      </div>
    </>
  )
}

/** A line of the environment with its copy button. */
function Line({ name, line }: { name: string; line: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line)
      setCopied(true)
    } catch {
      toast(t('ui.copyFailed'), { kind: 'warning' })
    }
  }
  return (
    <div className="flex min-h-12 items-center gap-x-3 px-4 py-1.5 max-md:flex-wrap">
      <span className="w-36 shrink-0 max-md:w-full max-md:pt-1 max-md:text-[13px] max-md:text-ink-3">
        {name}
      </span>
      <code className="min-w-0 flex-1 select-all truncate font-mono text-[13px] text-ink-2">{line}</code>
      <IconButton
        size="md"
        label={copied ? t('ui.copied') : t('model.copy', { name })}
        data-tip={copied ? t('ui.copied') : t('ui.copy')}
        onClick={copy}
      >
        {copied ? <Check strokeWidth={1.5} className="text-qing" /> : <Copy strokeWidth={1.5} />}
      </IconButton>
    </div>
  )
}
