/** A text with the searched words marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  const wanted = words
    .split(/\s+/)
    .filter(Boolean)
    .map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (!wanted.length) return text
  return text.split(new RegExp(`(${wanted.join('|')})`, 'gi')).map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <mark key={i} className="rounded-[3px] bg-qing-soft text-qing-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
