import { useState } from 'react'
import { renderSVG } from 'uqr'
import { type Answer, errorText, post } from '@/api'
import { useT } from '@/i18n'
import { isPhone } from '@/lib/platform'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { FactorForm } from './factor-form'

type Begun = Answer<'/api/account/factor/begin', 'post'>['data']

const groups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/**
 * Sets up the second factor: shows a secret for the authenticator app, and then asks for a code of the app. The
 * code proves that the app has the secret.
 */
export function FactorSetup({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useT()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const begin = () => {
    setBusy(true)
    setProblem('')
    post('/api/account/factor/begin', {})
      .then((a) => setBegun(a.data))
      .catch((err: unknown) => setProblem(errorText(err) ?? ''))
      .finally(() => setBusy(false))
  }
  if (!begun)
    return (
      <>
        <Button kind="primary" size="lg" className="mt-6 max-sm:w-full" disabled={busy} onClick={begin}>
          {t('account.factor.begin')}
        </Button>
        <p role="status" className="mt-2 text-[13px] text-seal">
          {problem}
        </p>
      </>
    )
  return (
    <ol className="mt-6 space-y-6">
      <li>
        <p className="mb-3">{t('account.factor.scan')}</p>
        <div className="flex flex-wrap items-center gap-5">
          <div
            role="img"
            aria-label={t('account.factor.qr')}
            className="size-44 overflow-hidden rounded-md border border-line"
            // Without the white margin, cameras would not find the QR code on a dark page.
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the library draws this SVG from a text of this server.
            dangerouslySetInnerHTML={{ __html: renderSVG(begun.url, { border: 4, pixelSize: 10 }) }}
          />
          <div className="min-w-52 flex-1 space-y-2">
            <p className="text-[13px] text-ink-3">{t('account.factor.type')}</p>
            <code className="block select-all break-all font-mono text-[15px]">{groups(begun.secret)}</code>
            <div className="flex flex-wrap gap-2">
              <Button className="max-md:h-11" onClick={() => void copyText(begun.secret, t)}>
                {t('account.factor.copySecret')}
              </Button>
              {isPhone() && (
                <a
                  href={begun.url}
                  className="inline-flex h-11 items-center rounded-md border border-line px-4 hover:bg-hover"
                >
                  {t('account.factor.openApp')}
                </a>
              )}
            </div>
          </div>
        </div>
      </li>
      <li className="max-w-sm">
        <p className="mb-3">{t('account.factor.confirm')}</p>
        <FactorForm
          appOnly
          action={t('account.factor.turnOn')}
          onCode={async (code) => {
            const { data } = await post('/api/account/factor/confirm', { code })
            onCodes(data.codes)
          }}
        />
      </li>
    </ol>
  )
}
