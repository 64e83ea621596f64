import type { ReactNode } from 'react'
import type { Block, Unit } from '../types'

/**
 * A section of a text. The blocks are in the order of textOfUnit, because a hit is a position in that text.
 */
export function ProseUnit({ unit }: { unit: Unit }) {
  return <div className="prose-unit">{blocks(unit.blocks)}</div>
}

/** Blocks as elements; consecutive list items become one list. */
export function blocks(list: readonly Block[]): ReactNode[] {
  const out: ReactNode[] = []
  for (let i = 0; i < list.length; i++) {
    const block = list[i]!
    if (block.kind !== 'list') {
      out.push(<One key={i} block={block} />)
      continue
    }
    const from = i
    while (list[i + 1]?.kind === 'list') i++
    out.push(
      <ul key={from}>
        {list.slice(from, i + 1).map((item, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: items never move.
            key={n}
            data-level={Math.min(5, item.level ?? 1)}
            data-own={OWN_MARK.test(item.text) || undefined}
          >
            {item.text}
          </li>
        ))}
      </ul>,
    )
  }
  return out
}

/** If the text of an item starts with a number or mark, the item gets no other marker. */
const OWN_MARK = /^\s*(?:[-–—•·●○■□▪◆*]|[(（]?[\d一二三四五六七八九十百a-zA-Z]{1,4}[.)、）．])/

function One({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Tag = (['h2', 'h3', 'h4', 'h5', 'h6'] as const)[Math.min(5, Math.max(1, block.level ?? 1)) - 1]!
      return <Tag>{block.text}</Tag>
    }
    case 'table':
      return block.rows ? <Table rows={block.rows} /> : <p>{block.text}</p>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'caption':
      return <p className="caption">{block.text}</p>
    case 'note':
      return <p className="note">{block.text}</p>
    default:
      return <p>{block.text}</p>
  }
}

function Table({ rows }: { rows: string[][] }) {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const [head, ...body] = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
    <section className="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(head ?? [], columns, 'th')}</tr>
        </thead>
        <tbody>
          {body.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
            <tr key={i}>{cells(row, columns, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cells(row: string[], columns: number, Tag: 'th' | 'td'): ReactNode[] {
  return Array.from({ length: columns }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cells never move.
    <Tag key={i} scope={Tag === 'th' ? 'col' : undefined}>
      {row[i] ?? ''}
    </Tag>
  ))
}
