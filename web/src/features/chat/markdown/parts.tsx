import { type ComponentProps, type MouseEvent, type ReactNode, use } from 'react'
import { useT } from '@/i18n'
import { inProject } from '@/lib/address'
import { CitationChip } from '../parts/citation'
import { askLeave } from '../state/leaving'
import { Scope } from './context'
import { destination, safeUrl, webUrl } from './links'

const REL = 'noopener noreferrer nofollow'

/**
 * A link. Before an external link is followed, a dialog shows its destination. A footnote link is followed immediately.
 * A link that is not allowed is replaced by its text. A link to @replace=ID is a placeholder for media and shows them.
 */
export function Anchor({ href, children, title, ...rest }: ComponentProps<'a'>) {
  if ('data-footnote-ref' in rest || 'data-footnote-backref' in rest)
    return (
      <FootnoteLink href={href} id={rest.id} aria-label={rest['aria-label']}>
        {children}
      </FootnoteLink>
    )
  const placeholder = /^@replace=(.+)$/.exec(href ?? '')?.[1]
  if (placeholder) return <Media id={placeholder} />
  const url = safeUrl(href)
  if (!url) return <span>{children}</span>
  const leave = (e: MouseEvent) => {
    if (e.type === 'auxclick' && e.button !== 1) return
    e.preventDefault()
    askLeave(url)
  }
  return (
    <a
      href={url.href}
      target="_blank"
      rel={REL}
      title={title ?? destination(url)}
      onClick={leave}
      onAuxClick={leave}
    >
      {children}
    </a>
  )
}

/** A link from a mark to its footnote, or back. */
function FootnoteLink({ href, ...props }: ComponentProps<'a'>) {
  const jump = (e: MouseEvent) => {
    e.preventDefault()
    const place = document.getElementById(href?.slice(1) ?? '')
    if (place && place.tabIndex < 0) place.tabIndex = -1
    place?.focus()
  }
  return <a href={href} onClick={jump} {...props} />
}

/** A picture in the text. It is not loaded: it is shown as a link, or as its name if it has no web address. */
export function Img({ src, alt }: ComponentProps<'img'>) {
  const t = useT()
  const url = webUrl(src)
  const name = alt || t('chat.image')
  return url ? (
    <Anchor href={url.href}>{t('chat.image.remote', { name, host: url.host })}</Anchor>
  ) : (
    <span>{name}</span>
  )
}

/**
 * The content of a placeholder, sent by a later event: pictures of this server, and links to media of other
 * servers.
 */
function Media({ id }: { id: string }) {
  const t = useT()
  const found = use(Scope).replacements.get(id)
  if (!found?.multimedias.length) {
    return (
      <span className="text-ink-3">
        {t(found?.status === 2 ? 'chat.media.failed' : 'chat.media.waiting')}
      </span>
    )
  }
  return found.multimedias.map((m, i) => {
    const own = ownUrl(inProject(m.previewUrl || m.url))
    const name = t('chat.media.name', { n: i + 1 })
    return own ? (
      <img key={m.mediaId || i} src={own} alt={name} loading="lazy" className="media" />
    ) : (
      <Img key={m.mediaId || i} src={m.url || m.originUrl} alt={name} />
    )
  })
}

function ownUrl(address: string): string | null {
  try {
    const url = new URL(address, location.origin)
    return url.origin === location.origin && url.pathname.startsWith('/api/') ? url.href : null
  } catch {
    return null
  }
}

/** A table that scrolls horizontally if it is wide, so that it never widens the page. */
export function Table({ children }: { children?: ReactNode }) {
  const t = useT()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="wide-table" tabIndex={0} role="group" aria-label={t('chat.table')}>
      <table>{children}</table>
    </div>
  )
}

/** The checkbox of a task list; it is read-only. */
export function TaskBox({ checked }: ComponentProps<'input'>) {
  const t = useT()
  return (
    <input
      type="checkbox"
      checked={!!checked}
      readOnly
      disabled
      aria-label={t(checked ? 'chat.task.done' : 'chat.task.open')}
    />
  )
}

/** A citation mark inside the text; nothing if the answer has no source `n`. */
export function CiteChip({ n }: { n?: string }) {
  const { docs, namesSites, onSource } = use(Scope)
  const doc = docs.find((d) => d.index === Number(n))
  return doc ? <CitationChip doc={doc} named={namesSites} onOpen={onSource} /> : null
}
