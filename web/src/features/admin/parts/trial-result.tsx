import { Check, X } from 'lucide-react'
import type { AdminTrial } from '@/api'
import { useLocale, useT } from '@/i18n'
import { seconds } from '@/lib/format'
import { plainText } from '@/lib/plain-text'

/** The result of testing a provider. */
export function TrialResult({ result }: { result: AdminTrial }) {
  const t = useT()
  const locale = useLocale()
  // The answer may be cut inside Markdown. plainText leaves unpaired marks in place, so they are removed here.
  const answer = plainText(result.answer)
    .replace(/\*{2,}|`+/g, '')
    .replace(/\s+/g, ' ')
  if (!result.ok) {
    return (
      <p className="flex gap-2 rounded-md bg-seal-soft px-3 py-2.5 text-[13px] text-seal">
        <X size={18} strokeWidth={1.5} className="shrink-0" />
        {result.problem}
      </p>
    )
  }
  return (
    <div className="flex gap-2 rounded-md bg-qing-soft px-3 py-2.5 text-[13px] text-qing-ink">
      <Check size={18} strokeWidth={1.5} className="shrink-0" />
      <div className="min-w-0">
        <p>
          {t('admin.provider.works', { seconds: seconds(result.ms, locale), count: result.models.length })}
        </p>
        {answer && <p className="mt-0.5 truncate">{t('admin.provider.said', { answer })}</p>}
      </div>
    </div>
  )
}
