package html_test

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
	writer "github.com/wenqu-ai/wenqu/internal/export/html"
)

func write(text string) string {
	return writer.Write(text, func(n int) string {
		if n != 1 {
			return ""
		}
		return "#s1"
	})
}

func TestWrite(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# 题目": `<h3>题目</h3>`,
		"## 一\n### 二\n## 三\n# 四\n### 五": `<h3>一</h3><h4>二</h4><h4>三</h4><h3>四</h3><h4>五</h4>`,
		"**粗**和*斜*、~~删~~":               `<p><strong>粗</strong>和<em>斜</em>、<del>删</del></p>`,
		"看[这里](https://a.cn/?x=1&y=2)":  `<p>看<a href="https://a.cn/?x=1&amp;y=2" rel="nofollow noopener noreferrer ugc" target="_blank">这里</a></p>`,
		"据此[citation:1][citation:2]。":   `<p>据此<a class="cite" href="#s1">1</a>。</p>`,
		"```go\nvar a\n```":             "<pre tabindex=\"0\"><code><span class=\"k\">var</span> a\n</code></pre>",
		"```\na < b\n```":               "<pre tabindex=\"0\"><code>a &lt; b\n</code></pre>",
		"3. 三\n4. 四":                    `<ol start="3"><li>三</li><li>四</li></ol>`,
		"- [x] 做完\n- [ ] 没做":            `<ul><li>☑ 做完</li><li>☐ 没做</li></ul>`,
		"|a|b|\n|:-|-:|\n|1|2|":         `<div class="table" tabindex="0"><table><thead><tr><th>a</th><th class="right">b</th></tr></thead><tbody><tr><td>1</td><td class="right">2</td></tr></tbody></table></div>`,
		"> 引文":                          `<blockquote><p>引文</p></blockquote>`,
		"---":                           `<hr>`,
		"![图](https://x.cn/a.png)":      `<p><a href="https://x.cn/a.png" rel="nofollow noopener noreferrer ugc" target="_blank">图</a></p>`,
	} {
		if got := write(text); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
	for _, tex := range []string{`$\frac{a}{b}$`, `$$\sum_{i=1}^{n} x_i^2 = \sqrt[3]{y}$$`, `$\begin{pmatrix}1&2\\3&4\end{pmatrix}$`, `$\hat{x}+\overline{ab}+\mathbb{R}$`, `$\text{当 } x<0$`, `$\boxed{E=mc^2}$`, `$\frac{$`} {
		got := write(tex)
		if !strings.Contains(got, "<math") || strings.Count(got, "<mrow") != strings.Count(got, "</mrow>") {
			t.Errorf("%s: %s", tex, got)
		}
		wellFormed(t, got)
	}
}

// wellFormed fails if the elements of the HTML are not nested properly.
func wellFormed(t *testing.T, s string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<x>" + strings.NewReplacer("<br>", "<br/>", "<hr>", "<hr/>").Replace(s) + "</x>"))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Errorf("%v: %s", err, s)
			return
		}
	}
}

// The elements and attributes allowed in the output.
var (
	elements   = strings.Fields("span html head body h3 h4 h5 h6 p ul ol li blockquote pre code div table thead tbody tr th td a strong em del sup br hr math semantics annotation mrow mi mn mo mtext mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd")
	attributes = strings.Fields("class href rel target tabindex start xmlns display encoding linethickness largeop fence form stretchy accent mathvariant")
)

// harmless fails if the HTML contains an element or attribute that is not listed above. The
// address of a link must be #s1 or have the scheme http, https or mailto.
func harmless(t *testing.T, text, got string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(got))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	var look func(n *html.Node)
	look = func(n *html.Node) {
		if n.Type == html.ElementNode {
			if !slices.Contains(elements, n.Data) {
				t.Errorf("%q gives <%s>", text, n.Data)
			}
			for _, a := range n.Attr {
				if !slices.Contains(attributes, a.Key) {
					t.Errorf("%q gives %s=%q", text, a.Key, a.Val)
				}
				if a.Key == "href" && !strings.HasPrefix(a.Val, "http://") && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "mailto:") && a.Val != "#s1" {
					t.Errorf("%q leads to %q", text, a.Val)
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			look(c)
		}
	}
	look(root)
}

// hostile are texts that try to get scripts, forbidden elements or dangerous addresses into the HTML.
var hostile = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<iframe src=javascript:alert(1)>", "<style>*{display:none}</style>",
	"[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java\tscript:alert(1))", "[x](&#106;avascript:alert(1))", "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](vbscript:x)", "[x](file:///etc/passwd)", "[x](//evil.example/x)", "[x](/api/login/logout)",
	"![x](javascript:alert(1))", "![x](data:image/svg+xml,<svg onload=alert(1)>)", "<javascript:alert(1)>", "<https://a.cn\"onmouseover=alert(1)>",
	"[x](https://a.cn/\"onclick=\"alert(1))", "[x](https://a.cn '\"><script>alert(1)</script>')", "```\"><script>alert(1)</script>\nx\n```", "`<script>`",
	"$\\href{javascript:alert(1)}{x}$", "$\\text{<script>alert(1)</script>}$", "$\\unicode{<img src=x onerror=alert(1)>}$", "$$\n</annotation></math><script>alert(1)</script>\n$$", "$x<y>\"z$",
	"|<script>|x|\n|-|-|\n|<img onerror=a>|\"|", "# <script>", "- <script>\n- [ ] <svg>", "> <script>", "[^1]\n\n[^1]: <script>alert(1)</script>", "<!-- --><script>alert(1)</script>", "<![CDATA[<script>]]>", "<?php x ?>",
	"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">", "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
	"\u202e<script>\u202c", "<scr\x00ipt>", "[a]: javascript:alert(1)\n\n[a]", "<a href=https://a.cn onclick=alert(1)>x</a>",
}

func TestHostileTextIsOnlyText(t *testing.T) {
	t.Parallel()
	for _, text := range hostile {
		got := write(text)
		harmless(t, text, got)
		for i := range len(text) { // try the text cut at every place
			harmless(t, text[:i], write(text[:i]))
		}
	}
}

func FuzzWrite(f *testing.F) {
	exporttest.Seed(f)
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 10_000 {
			harmless(t, text, write(text))
		}
	})
}
