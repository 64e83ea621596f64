import type { Root } from 'hast'
import { describe, expect, it } from 'vitest'
import { rehypeGlue } from './marks'

const glued = (after: string) => {
  const tree: Root = {
    type: 'root',
    children: [
      { type: 'text', value: '周一闭馆' },
      { type: 'element', tagName: 'cite-chip', properties: { n: '1' }, children: [] },
      { type: 'text', value: after },
    ],
  }
  rehypeGlue()(tree)
  return tree.children[1]
}

describe('a citation and what follows it', () => {
  it('a full stop does not begin a line', () => {
    expect(glued('。下一句')).toMatchObject({
      properties: { className: ['glue'] },
      children: [{ tagName: 'cite-chip' }, { value: '。' }],
    })
  })
  it('other words may', () => {
    expect(glued('下一句')).toMatchObject({ tagName: 'cite-chip' })
  })
})
