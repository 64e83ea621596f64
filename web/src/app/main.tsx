import '@/ui/ui.css'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '@/api'
import { activateLocale, i18n, preferredLocale } from '@/i18n'
import { boot } from '@/lib/boot'
import { registerPwa } from '@/lib/pwa'
import { watchTextSize } from '@/lib/text-size'
import { watchTheme } from '@/lib/theme'
import { watchKeyboard } from '@/lib/viewport'
import { loadFirst, Pages } from './routes'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A call is retried at most twice, and only in two cases: there was no response, or the status is 502 or
      // higher. Such a failure is often temporary, for example while the server restarts. After other statuses
      // a retry is unlikely to help.
      retry: (count, err) => count < 2 && err instanceof ApiError && (err.status === 0 || err.status >= 502),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})

async function start(): Promise<void> {
  document.title = boot.brand.name
  if (boot.brand.accent) document.documentElement.style.setProperty('--qing', boot.brand.accent)
  watchTheme()
  watchTextSize()
  watchKeyboard()
  await Promise.all([activateLocale(preferredLocale()), loadFirst()])
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <Pages />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
  registerPwa()
}

start()
