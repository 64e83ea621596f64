import { part } from '@/lib/part'
import type { MarkdownProps } from './markdown'

const plain = ({ text }: MarkdownProps) => (
  <div className="whitespace-pre-wrap text-[16px] leading-[1.8]">{text}</div>
)

/** Markdown whose renderer is loaded with the first answer; until then the text is plain. */
export const Markdown = part(() => import('./markdown'), plain)
