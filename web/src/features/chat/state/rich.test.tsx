import { expect, it } from 'vitest'
import { richText } from './rich'

it('keeps the text with its look, and nothing that is only for using the page', () => {
  const article = document.createElement('article')
  article.innerHTML = `<h3 class="sr-only">助手回答</h3><div class="md"><p class="x" data-a="1">押金 <strong>3 天</strong>内退<button class="cite">1</button></p>
<figure class="code"><figcaption>go<button>复制</button></figcaption><pre tabindex="0"><code class="language-go">x := 1</code></pre></figure></div>
<p>按钮</p><div class="md"><table><tbody><tr><td style="color:red">甲</td></tr></tbody></table><img src="data:image/svg+xml,x" alt="graph TD"></div>`
  const html = richText(article)
  expect(html).toContain('<p>押金 <strong>3 天</strong>内退</p>')
  expect(html).toContain('<pre><code>x := 1</code></pre>')
  expect(html).toContain('<table border="1"><tbody><tr><td>甲</td></tr></tbody></table>graph TD')
  expect(html).not.toMatch(/按钮|助手回答|class=|style=|复制/)
})
