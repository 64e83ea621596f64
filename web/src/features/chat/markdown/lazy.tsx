import { Suspense } from 'react'
import { preloadable } from '../preloadable'
import type { MarkdownProps } from './markdown'

const { Part, preload } = preloadable<MarkdownProps>(() => import('./markdown'))

/** Loads the renderer in advance. */
export const preloadMarkdown = preload

/** Markdown whose renderer is loaded with the first answer; until then the text is plain. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap text-[16px] leading-[1.8]">{props.text}</div>}>
      <Part {...props} />
    </Suspense>
  )
}
