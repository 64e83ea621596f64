import { part } from '@/lib/part'
import type { MarkdownProps } from './markdown'

const plain = ({ text }: MarkdownProps) => (
  <div className="whitespace-pre-wrap text-[16px] leading-[1.8]">{text}</div>
)

/** Markdown with a renderer loaded on demand. Until the renderer is loaded, the text is shown unformatted. */
export const Markdown = part(() => import('./markdown'), plain)
