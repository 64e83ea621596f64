import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy'

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useT()
  const text = `${codes.join('\n')}\n`
  return (
    <section className="mt-6" aria-label={t('account.factor.codes')}>
      <h2 className="font-medium">{t('account.factor.codes')}</h2>
      <p className="mt-1 text-ink-2 leading-[1.75]">{t('account.factor.codesNote')}</p>
      <ul className="mt-4 grid max-w-sm grid-cols-2 gap-2 rounded-md border border-line p-4 font-mono text-[15px] tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="primary" className="max-md:h-11" onClick={onDone}>
          {t('account.factor.saved')}
        </Button>
        <Button className="max-md:h-11" onClick={() => void copyText(text, t)}>
          {t('account.factor.copy')}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="wenqu-recovery-codes.txt"
          className="inline-flex h-9 items-center rounded-md border border-line px-4 hover:bg-hover max-md:h-11"
        >
          {t('account.factor.download')}
        </a>
      </div>
    </section>
  )
}
