package html

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// TestLinks checks that the address of a web page or a mail address is added after the link's text.
// No address is added if the text is empty, is a heading, or contains the address. Addresses of other
// kinds and very long addresses are left out.
func TestLinks(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		`见<a href="https://a.cn/b?c=1&amp;d=2">办法</a>。`:                                                              "见办法 (https://a.cn/b?c=1&d=2)。",
		`<a href="https://a.cn/">https://a.cn</a> 和 <a href=http://b.cn/x>b.cn/x</a>`:                                "https://a.cn 和 b.cn/x",
		`写信给<a href="MAILTO:a@b.cn">张三</a>或<a href="mailto:c@d.cn">c@d.cn</a>`:                                       "写信给张三 (a@b.cn)或c@d.cn",
		`<a href="https://a.cn/%E6%B0%B4">https://a.cn/水</a>`:                                                        "https://a.cn/水",
		`<a href="#top">上</a><a href="/x">内</a><a href="javascript:alert(1)">脚</a><a href=" data:text/html,x">数</a>`: "上内脚数",
		`<a href="https://a.cn"><img src=x></a>文`:                                                                    "文",
		`<h2><a href="https://a.cn">标题</a></h2>`:                                                                     "标题",
		`<a href="https://a.cn/` + strings.Repeat("x", 400) + `">长</a>`:                                              "长",
		`<a href="https://a.cn"><p>一段</p></a>后`:                                                                      "一段|后",
		`<a href="https://a.cn">一<a href="https://b.cn">二</a>`:                                                       "一二 (https://b.cn)",
		`<table><tr><td><a href="https://a.cn">甲</a></td><td>乙</td></tr><tr><td>丙</td><td>丁</td></tr></table>`:       "甲 (https://a.cn),乙;丙,丁;",
	} {
		var got []string
		p := &Page{Emit: func(b parsed.Block) error {
			s := strings.TrimSpace(b.Text)
			for _, row := range b.Rows {
				s += strings.Join(row, ",") + ";"
			}
			got = append(got, s)
			return nil
		}}
		if err := p.Read(t.Context(), strings.NewReader(page)); err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v", page, got, err)
		}
	}
}
