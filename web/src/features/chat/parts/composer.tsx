import { ArrowUp, Square } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useT, withCatalogue } from '@/i18n'
import { cn } from '@/lib/cn'
import { useComposition } from '@/lib/ime'
import { lazy } from '@/lib/lazy'
import { isTouch } from '@/lib/platform'
import { type SendKey, usePrefs } from '@/lib/prefs'
import { useShortcut } from '@/lib/shortcuts'
import { Button, IconButton } from '@/ui/button'
import { toast } from '@/ui/toast'
import type { Attached } from '../state/attached'
import { nextBlank } from '../state/blanks'
import { drafts } from '../state/draft'
import { type PasteWish, usePaste } from './use-paste'

const Suggestions = lazy(
  withCatalogue('suggest', () => import('@/features/suggest').then((m) => ({ default: m.Suggestions }))),
)

const LinkCards = lazy(() => import('./link-cards'))

export interface ComposerHandle {
  focus: () => void
}

export interface ComposerProps {
  ref?: Ref<ComposerHandle>
  draftId: string
  placeholder: string
  /** Whether an answer is running: a stop button then replaces the send button; typing is still possible. */
  running: boolean
  stopping?: boolean
  /** Whether the box is higher and suggestions open below it, as on the home page. */
  roomy?: boolean
  /** Whether the border is dashed, because the conversation is temporary. */
  dashed?: boolean
  /** The controls at the lower left. */
  tools?: ReactNode
  /** The files attached to the question; with files the text may be empty. */
  files?: Attached
  /** Renders the attached files above the text; `empty` states whether the text is empty. */
  above?: (empty: boolean) => ReactNode
  /** Renders what belongs to the text, below it. */
  below?: (text: string) => ReactNode
  /** Receives pasted files. */
  onFiles?: (files: File[]) => void
  /** Turns a pasted text that is too long into a file. */
  onLongText?: PasteWish['onLongText']
  /** Sends a text; `good` means that the text is a suggested question of the operator. */
  onSend: (text: string, good?: boolean) => void
  onStop: () => void
  /** Called on ↑ in an empty box. */
  onRecall?: () => void
}

/**
 * Whether a key press sends the question: Enter, or Ctrl/⌘ with Enter, as set by the user. On touch devices, Enter
 * alone always inserts a newline.
 */
export function sends(
  e: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  key: SendKey,
  touch: boolean,
): boolean {
  if (e.key !== 'Enter' || e.shiftKey || e.altKey) return false
  const mod = e.ctrlKey || e.metaKey
  return key === 'enter' && !touch ? !mod : mod
}

const sizesItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

/** The input for questions. Its text is stored as a draft and survives reloads and failures. */
export function Composer({
  ref,
  draftId,
  placeholder,
  running,
  stopping = false,
  roomy = false,
  dashed = false,
  tools,
  files,
  above,
  below,
  onFiles,
  onLongText,
  onSend,
  onStop,
  onRecall,
}: ComposerProps) {
  const t = useT()
  const box = useRef<HTMLTextAreaElement>(null)
  const { guard, props: composition } = useComposition()
  const { sendKey, suggests } = usePrefs()
  const text = useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.get(draftId), [draftId]),
  )
  const paste = usePaste({ draftId, box, onFiles, onLongText })
  // Suggestions are shown only for text entered by the user, not for text put into the box by the page.
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState({ text: '', good: false })
  const listKeys = useRef<((e: KeyboardEvent) => boolean) | null>(null)
  const offers = suggests && text !== '' && typed === text && !running && !files?.count
  const focus = () => box.current?.focus()
  useImperativeHandle(ref, () => ({ focus }))
  useShortcut('focusComposer', focus)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text changes the height.
  useLayoutEffect(() => {
    const el = box.current
    if (!el || sizesItself) return
    el.style.height = 'auto'
    el.style.height = `${el.scrollHeight}px`
  }, [text])

  const ready = text.trim() !== '' || Boolean(files?.count)
  const blocked = ready ? files?.blocked : ''
  const send = () => {
    if (!ready || running) return
    if (blocked) void toast(blocked, { kind: 'warning' })
    else if (picked.good && picked.text === text) onSend(text, true)
    else onSend(text.trim())
  }
  const toBlank = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = e.currentTarget
    const blank = nextBlank(text, selectionStart, selectionEnd, e.shiftKey)
    if (!blank) return
    e.preventDefault()
    e.currentTarget.setSelectionRange(blank.start, blank.end)
  }
  const onKeyDown = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    if (guard.owns(e) || listKeys.current?.(e)) return
    const mod = e.ctrlKey || e.metaKey
    if (e.key === 'Tab' && !mod && !e.altKey) toBlank(e)
    else if (e.key === 'z' && mod && !e.shiftKey && paste.latest) {
      e.preventDefault()
      paste.undo?.()
    } else if (sends(e, sendKey, isTouch())) {
      e.preventDefault()
      send()
    } else if (e.key === 'ArrowUp' && text === '' && !e.shiftKey && !e.ctrlKey && !e.metaKey && !e.altKey) {
      if (!onRecall) return
      e.preventDefault()
      onRecall()
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the text focuses it; by keyboard it is focused directly.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div
      className={cn(
        'relative w-full max-w-[760px] cursor-text rounded-lg border border-line bg-surface pt-4 pr-3 pb-2.5 pl-[18px] shadow-card transition-colors focus-within:border-[color-mix(in_oklch,var(--qing)_55%,var(--line))]',
        dashed && 'border-line-strong border-dashed',
      )}
      onClick={(e) => e.target === e.currentTarget && focus()}
    >
      {above?.(text === '')}
      {paste.undo && (
        <p role="status" className="-mt-1 mb-2 cursor-auto text-[13px] text-ink-3">
          {t('chat.paste.made')}
          <Button kind="link" className="ml-2 text-[13px]" onClick={paste.undo}>
            {t('chat.paste.undo')}
          </Button>
        </p>
      )}
      <textarea
        ref={box}
        dir="auto"
        value={text}
        rows={1}
        placeholder={files?.placeholder || placeholder}
        aria-label={t('chat.composer')}
        enterKeyHint={isTouch() ? 'enter' : 'send'}
        autoComplete="off"
        className={cn(
          'field-sizing-content block max-h-[min(40dvh,320px)] w-full resize-none overflow-y-auto bg-transparent text-[16px] leading-[1.65] outline-none',
          roomy ? 'min-h-[54px]' : 'min-h-[30px]',
        )}
        onChange={(e) => {
          setTyped(e.target.value)
          drafts.set(draftId, e.target.value)
        }}
        onKeyDown={onKeyDown}
        onPaste={paste.onPaste}
        {...composition}
      />
      {offers && (
        <Suspense>
          <Suggestions
            text={text}
            box={box}
            keys={listKeys}
            temporary={dashed}
            below={roomy}
            onPick={(text, good) => {
              setPicked({ text, good })
              drafts.set(draftId, text)
              focus()
            }}
          />
        </Suspense>
      )}
      {/https?:\/\/./i.test(text) && (
        <Suspense>
          <LinkCards text={text} />
        </Suspense>
      )}
      {below?.(text)}
      <div className="-ml-2 mt-1 flex flex-wrap items-center gap-1.5">
        {tools}
        {running ? (
          <IconButton
            kind="primary"
            label={t('chat.stop')}
            keys="Esc"
            className="ml-auto"
            aria-disabled={stopping}
            onClick={() => !stopping && onStop()}
          >
            <Square className="size-3.5!" fill="currentColor" strokeWidth={0} />
          </IconButton>
        ) : (
          <IconButton
            kind="primary"
            label={t('chat.send')}
            aria-description={blocked || undefined}
            aria-disabled={blocked ? true : undefined}
            data-tip={blocked || t('chat.send')}
            className="ml-auto disabled:bg-hover disabled:text-ink-3 disabled:opacity-100 aria-disabled:bg-hover aria-disabled:text-ink-3"
            disabled={!ready}
            onClick={send}
          >
            <ArrowUp strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
    </div>
  )
}
