import { errorText } from '@/api'
import { type Locale, setLocale } from '@/i18n'
import { toastError } from '@/ui/toast'

/** Switches to another language. If its texts cannot be fetched, shows the error; the current language stays. */
export function chooseLocale(locale: Locale): void {
  setLocale(locale).catch((err: unknown) => {
    toastError(errorText(err))
  })
}
