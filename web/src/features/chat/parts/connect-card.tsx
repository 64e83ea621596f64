import { Plug } from 'lucide-react'
import { isUser, useSession } from '@/features/session'
import { useT } from '@/i18n'
import { navigate } from '@/lib/router'
import { Button } from '@/ui/button'

/** A card in the answer to a question that needs a model. It offers to connect a model, or says who can do that. */
export default function ConnectCard() {
  const t = useT()
  const admin = useSession((s) => isUser(s.who) && s.who.role === 1)
  if (!admin) return <p className="text-[14px] text-ink-2">{t('model.whoCan')}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-48 flex-1 text-[14px] text-ink-2">{t('model.gives')}</p>
      <Button kind="primary" onClick={() => void navigate('/setting/model')}>
        <Plug strokeWidth={1.5} />
        {t('model.title')}
      </Button>
    </div>
  )
}
