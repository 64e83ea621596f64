import { Check, X } from 'lucide-react'
import type { AdminTrial } from '@/api'
import { useT } from '@/i18n'

/** The result of testing a provider. */
export function TrialResult({ result }: { result: AdminTrial }) {
  const t = useT()
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
        <p>{t('admin.provider.works', { ms: result.ms, count: result.models.length })}</p>
        {result.answer && <p className="mt-0.5 truncate">「{result.answer}」</p>}
      </div>
    </div>
  )
}
