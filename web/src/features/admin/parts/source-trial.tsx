import { Check, X } from 'lucide-react'
import type { AdminSourceTrial } from '@/api'
import { useLocale, useT } from '@/i18n'
import { seconds } from '@/lib/format'

/** The result of a test search. */
export function SourceTrial({ result }: { result: AdminSourceTrial }) {
  const t = useT()
  const locale = useLocale()
  if (!result.ok) {
    return (
      <div className="flex gap-2 rounded-md bg-seal-soft px-3 py-2.5 text-[13px] text-seal">
        <X size={18} strokeWidth={1.5} className="shrink-0" />
        <div className="min-w-0">
          <p>{result.problem}</p>
          {result.detail && <p className="mt-0.5 break-words opacity-80">{result.detail}</p>}
        </div>
      </div>
    )
  }
  return (
    <div className="flex gap-2 rounded-md bg-qing-soft px-3 py-2.5 text-[13px] text-qing-ink">
      <Check size={18} strokeWidth={1.5} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p>{t('admin.source.works', { seconds: seconds(result.ms, locale), count: result.count })}</p>
        <ul className="mt-1 space-y-1">
          {result.found.map((f) => (
            <li key={f.url} className="truncate">
              {f.title} · {f.site}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
