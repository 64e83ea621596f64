package html

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

func FuzzHTML(f *testing.F) {
	f.Add(string(parsetest.Sample(f, "page.html")))
	for _, s := range []string{"<table><tr><td rowspan=9 colspan=99>a<table><td>b</table><tr><td>c", "<ol start=-5><li>a<li>b</ol>", "<pre>a\n b</pre>", "<p hidden>a<p>b", "<title>a", "<li><p>a", "</table></td></tr></li></ul>", "<caption>a<td>b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parsetest.Collect(t, func(c *parse.Collector) error { return (&Page{Emit: c.Flow}).Read(t.Context(), strings.NewReader(s)) })
	})
}
