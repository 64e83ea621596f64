import { describe, expect, it } from 'vitest'
import { normalise } from './normalise'

describe('normalise', () => {
  it.each([
    ['价 \\(x\\) 元', '价 $x$ 元'],
    ['梅里韦瑟\\[Meriwether\\]写道', '梅里韦瑟\\[Meriwether\\]写道'],
    ['所以 \\[x^2\\] 成立', '所以 $$x^2$$ 成立'],
    ['\\[ a+b \\]', '$$\na+b\n$$'],
    ['$$x^2$$', '$$\nx^2\n$$'],
    ['  $$x^2$$', '  $$\n  x^2\n  $$'],
    ['行内 $$x$$ 公式', '行内 $$x$$ 公式'],
    ['苹果 $5，香蕉 $3', '苹果 \\$5，香蕉 \\$3'],
    ['从 $5 到 $10 元', '从 \\$5 到 \\$10 元'],
    ['$x$ 与 $y$', '$x$ 与 $y$'],
    ['\\$5 和 $x$', '\\$5 和 $x$'],
    ['`$5` 和 `\\(x\\)`', '`$5` 和 `\\(x\\)`'],
    ['```\n$5 \\(x\\)\n```\n$5', '```\n$5 \\(x\\)\n```\n\\$5'],
    ['未闭合 $$x', '未闭合 \\$\\$x'],
    ['没有公式', '没有公式'],
    ['见 https://a.cn/b。然后[这里](https://b.cn)', '见 <https://a.cn/b>。然后[这里](https://b.cn)'],
    ['见https://a.cn/b?x=1的说明', '见<https://a.cn/b?x=1>的说明'],
    ['[名](https://a.cn/b) 和 <https://a.cn>。', '[名](https://a.cn/b) 和 <https://a.cn>。'],
    ['`https://a.cn。`', '`https://a.cn。`'],
  ])('%j → %j', (text, want) => expect(normalise(text)).toBe(want))
})
