import { errorText } from '@/api'
import { t } from '@/i18n'
import { address } from '@/lib/address'
import { navigate } from '@/lib/router'
import { toast, toastError } from '@/ui/toast'
import { add, type Favorite, type Wanted } from './calls'

/** Saves a favourite and shows a toast with a link to it. Returns null if saving failed. */
export async function keep(wanted: Wanted): Promise<Favorite | null> {
  try {
    const favorite = await add(wanted)
    void toast(t('favorite.kept'), {
      kind: 'undo',
      action: {
        label: t('favorite.look'),
        onClick: () => void navigate(address('/favorites', { id: favorite.id })),
      },
    })
    return favorite
  } catch (err) {
    toastError(errorText(err))
    return null
  }
}
