import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '@/api'
import { useT } from '@/i18n'
import { useComposition } from '@/lib/ime'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { fieldClass, Input, Textarea } from '@/ui/field'
import { again, type Favorite, update } from './calls'

const MAX_TAG = 20
const MAX_NOTE = 2000

/** Edits the tags of favourites, and the note if there is only one favourite. */
export default function EditDialog({
  favorites,
  known,
  onClose,
}: {
  favorites: Favorite[]
  /** Tags used before, most frequent first. */
  known: string[]
  onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const ids = useId()
  const { guard, props } = useComposition()
  const single = favorites.length === 1 ? favorites[0]! : null
  // The tags common to all of the favourites.
  const had = (favorites[0]?.tags ?? []).filter((tag) => favorites.every((f) => f.tags?.includes(tag)))
  const [tags, setTags] = useState(had)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState(single?.note ?? '')
  const [error, setError] = useState('')
  const put = (text: string) => {
    const fresh = text
      .split(/[,，、\s]+/)
      .map((tag) => tag.replace(/^[#＃]+/, ''))
      .filter((tag) => tag && !tags.includes(tag))
    setTags([...tags, ...new Set(fresh)])
    setTyped('')
    return [...tags, ...new Set(fresh)]
  }
  const save = async () => {
    const now = typed.trim() ? put(typed) : tags
    try {
      await update({
        ids: favorites.map((f) => f.id),
        note: single ? note : undefined,
        addTags: now.filter((tag) => !had.includes(tag)),
        removeTags: had.filter((tag) => !now.includes(tag)),
      })
      await again(client)
      onClose()
    } catch (err) {
      setError(errorText(err) ?? '')
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(single ? 'favorite.edit' : 'favorite.tag')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" onClick={() => void save()}>
            {t('favorite.save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div>
          <label htmlFor={`${ids}t`} className="mb-1 block text-[13px] text-ink-2">
            {t('favorite.tags')}
          </label>
          {tags.length > 0 && (
            <p className="mb-2 flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <button
                  key={tag}
                  type="button"
                  aria-label={t('favorite.untag', { tag })}
                  onClick={() => setTags(tags.filter((other) => other !== tag))}
                  className="hit inline-flex h-8 items-center gap-1.5 rounded-full bg-qing-soft px-2.5 text-[13px] text-qing-ink"
                >
                  {`#${tag}`}
                  <X aria-hidden size={14} strokeWidth={1.5} />
                </button>
              ))}
            </p>
          )}
          <Input
            id={`${ids}t`}
            value={typed}
            maxLength={MAX_TAG}
            list={`${ids}k`}
            {...props}
            placeholder={t('favorite.tagsHint')}
            onChange={(e) => setTyped(e.target.value)}
            onKeyDown={(e) => {
              if (!guard.isEnter(e)) return
              e.preventDefault()
              if (typed.trim()) put(typed)
              else void save()
            }}
          />
          <datalist id={`${ids}k`}>
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </div>
        {single && (
          <div>
            <label htmlFor={`${ids}n`} className="mb-1 block text-[13px] text-ink-2">
              {t('favorite.note')}
            </label>
            <Textarea
              id={`${ids}n`}
              value={note}
              maxLength={MAX_NOTE}
              onChange={(e) => setNote(e.target.value)}
              className={`${fieldClass} max-h-60 min-h-20 bg-surface py-2`}
            />
          </div>
        )}
        {error && (
          <p role="alert" className="text-[13px] text-seal">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}
