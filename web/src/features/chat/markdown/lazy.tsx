import { Suspense } from 'react'
import { preloadable } from '../preloadable'
import type { MarkdownProps } from './markdown'

const { Part, preload } = preloadable<MarkdownProps>(() => import('./markdown'))

/** Fetches the renderer before it is needed. */
export const preloadMarkdown = preload

/** Markdown whose renderer is fetched when the first answer comes; until then the text is plain. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap text-[16px] leading-[1.8]">{props.text}</div>}>
      <Part {...props} />
    </Suspense>
  )
}
