import { part } from '@/lib/part'
import type { MarkdownProps } from './markdown'

const plain = ({ text }: MarkdownProps) => (
  <div className="whitespace-pre-wrap text-[16px] leading-[1.8]">{text}</div>
)

/** Markdown whose renderer is loaded on demand; until then the text is shown unformatted. */
export const Markdown = part(() => import('./markdown'), plain)
