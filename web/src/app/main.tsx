import '@/ui/ui.css'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { activateLocale, i18n, preferredLocale, t } from '@/i18n'

await activateLocale(preferredLocale())
createRoot(document.getElementById('root')!).render(
  <I18nProvider i18n={i18n}>
    <p className="text-ink">{t('ui.close')}</p>
  </I18nProvider>,
)
