package webpage

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkExtract reads two pages of 1 MB. The page "article" consists almost only of an article.
// In the page "page", the article is a twentieth of the bytes, and links are the rest.
func BenchmarkExtract(b *testing.B) {
	for name, share := range map[string]int{"article": 1, "page": 20} {
		var body strings.Builder
		body.WriteString(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>临江水利志</title></head><body><nav><ul>`)
		for i := 0; body.Len() < 1_000_000*(share-1)/share; i++ {
			fmt.Fprintf(&body, `<li class="menu-item level-%d"><a class="nav-link" href="/section/%d/index.html" data-track="nav-%d"><span class="icon icon-%d"></span>栏目%d</a></li>`+"\n", i%7, i, i, i%31, i)
		}
		body.WriteString(`</ul></nav><article><h1>临江水利志</h1>`)
		for i := 0; body.Len() < 1_000_000; i++ {
			fmt.Fprintf(&body, "<h2>第%d节</h2><p>第%d座水库修建于%d年，库容%d万立方米，灌溉下游农田%d亩。半亩方塘一鉴开，天光云影共徘徊；问渠那得清如许，为有源头活水来。</p>\n", i+1, i+1, 1950+i%70, 10+i, 100+i)
		}
		body.WriteString(`</article></body></html>`)
		raw := Raw{URL: "https://www.example.com/water", ContentType: "text/html", Body: []byte(body.String())}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw.Body)))
			for b.Loop() {
				if p, err := Extract(raw); err != nil || !strings.Contains(p.Text, "库容10万立方米") {
					b.Fatal(err)
				}
			}
		})
	}
}
