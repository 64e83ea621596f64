import { describe, expect, it } from 'vitest'
import { countAll, findAll, fold, foldText, sourceSpan } from './fold'
import { locate, locatePieces } from './locate'
import { TextMap } from './text-map'

describe('fold', () => {
  it.each([
    ['⼈⼯智能', '人工智能'], // Kangxi radicals, which browsers write into printed PDF files
    ['⻓⻛破浪', '长风破浪'], // radicals that NFKD does not convert
    ['ＡＢＣ１２３，', 'abc123,'],
    ['Ｗｅｎ Qu', 'wenqu'],
    ['源头\n  活水', '源头活水'],
    ['co\u00adoperate\u200b', 'cooperate'],
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['ﬁle', 'file'],
    ['が', foldText('か\u3099')],
    ['①②', '12'],
    ['', ''],
    [' \t\u3000', ''],
  ])('%j folds to %j', (source, want) => expect(foldText(source)).toBe(want))

  it('knows where each character came from', () => {
    const source = '甲 ﬁ𠀀乙'
    const folded = fold(source)
    expect(folded.text).toBe('甲fi𠀀乙')
    const slice = (start: number, end: number) => {
      const s = sourceSpan(folded, source, { start, end })
      return source.slice(s.start, s.end)
    }
    expect(slice(0, 1)).toBe('甲')
    expect(slice(1, 3)).toBe('ﬁ')
    expect(slice(3, 5)).toBe('𠀀') // both halves of the surrogate pair
    expect(slice(0, 6)).toBe(source)
  })
})

describe('finding', () => {
  it('counts every place once', () => {
    expect(findAll('abababa', 'aba')).toEqual([
      { start: 0, end: 3 },
      { start: 4, end: 7 },
    ])
    expect(countAll('abababa', 'aba')).toBe(2)
    expect(countAll('abc', '')).toBe(0)
    expect(findAll('abc', '')).toEqual([])
  })
})

describe('locate', () => {
  const at = (text: string, quote: string) => {
    const span = locate(foldText(text), quote)
    return span && foldText(text).slice(span.start, span.end)
  }

  it('finds a quote whatever its spaces, forms and breaks', () => {
    expect(at('押金应于合同终⽌后 30 \n日内退还。', '押金应于合同终止后30日内退还。')).toBe(
      '押金应于合同终止后30日内退还。',
    )
  })

  it('finds a quote whose marks are written otherwise', () => {
    expect(at('他说：“不退——还。”', '他说:「不退--还」')).toBe('他说:“不退——还')
    expect(at('inter-\nnational law', 'international law')).toBe('inter-nationallaw')
  })

  it('takes the place whose surroundings fit', () => {
    const text = '甲方应付款。乙方应付款。丙方应付款。'
    expect(locate(foldText(text), '应付款', { prefix: '乙方' })).toEqual({ start: 8, end: 11 })
    expect(locate(foldText(text), '应付款', { suffix: '。' })).toEqual({ start: 2, end: 5 })
    expect(locate(foldText(text), '应付款')).toEqual({ start: 2, end: 5 })
  })

  it('finds what a footer has torn apart', () => {
    const quote = '半亩方塘一鉴开天光云影共徘徊问渠那得清如许为有源头活水来'
    const text = '前文。半亩方塘一鉴开天光云影共徘徊第3页共9页问渠那得清如许为有源头活水来。后文'
    expect(locate(foldText(text), quote)).toBeUndefined()
    const found = locatePieces(text, quote).map((s) => text.slice(s.start, s.end))
    expect(found.length).toBeGreaterThan(1)
    expect(found.join('').length).toBeGreaterThanOrEqual(quote.length / 2)
    expect(quote).toContain(found[0]!)
  })

  it('does not take a few words for the quote', () => {
    const quote = '押金应于合同终止后三十日内由甲方一次性无息退还乙方'
    for (const [text, wanted] of [
      ['完全不同的一页，只有合同终止四个字相同。', quote],
      ['任何文字', ''],
      ['任何文字', '——'],
      ['', '押金'],
    ] as const) {
      expect(at(text, wanted)).toBeUndefined()
      expect(locatePieces(foldText(text), wanted)).toEqual([])
    }
  })
})

describe('TextMap', () => {
  const page = (html: string) => {
    const root = document.createElement('div')
    root.innerHTML = html
    document.body.replaceChildren(root)
    return root
  }

  it('marks words across spans, and not the words of the viewer', () => {
    const map = new TextMap(
      page('<span>为有源</span><br><b data-aside>12</b><span>头 活</span><span>水来</span>'),
    )
    expect(map.text).toBe('为有源头活水来')
    const span = locate(map.text, '源头活水')
    const range = map.range(span!)
    expect(range.startContainer.textContent).toBe('为有源')
    expect(range.startOffset).toBe(2)
    expect(range.endContainer.textContent).toBe('水来')
    expect(range.endOffset).toBe(1)
  })

  it('ends at the end of a node, not at the beginning of the next', () => {
    const map = new TextMap(page('<span>一行</span><span>二行</span>'))
    const range = map.range({ start: 0, end: 2 })
    expect(range.endContainer.textContent).toBe('一行')
    expect(range.endOffset).toBe(2)
  })

  it('says how many characters stand before a point', () => {
    const root = page('<p>一 二</p><i data-aside>x</i><p>三四</p>')
    const map = new TextMap(root)
    const [first, second] = root.querySelectorAll('p')
    expect(map.offset(first!.firstChild!, 0)).toBe(0)
    expect(map.offset(first!.firstChild!, 2)).toBe(1)
    expect(map.offset(second!.firstChild!, 1)).toBe(3)
    expect(map.offset(root, 0)).toBe(0)
    expect(map.offset(root, 3)).toBe(4)
  })
})
