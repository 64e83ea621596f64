import { lazy, Suspense } from 'react'
import type { MarkdownProps } from './markdown'

const load = () => import('./markdown')
const Loaded = lazy(load)

/** Fetches the renderer before it is needed. */
export function preloadMarkdown(): void {
  void load()
}

/** Markdown whose renderer is fetched when the first answer comes; until then the text is plain. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap text-[16px] leading-[1.8]">{props.text}</div>}>
      <Loaded {...props} />
    </Suspense>
  )
}
