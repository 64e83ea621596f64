package html

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

var spans = regexp.MustCompile(`</?span[^>]*>`)

func TestHighlighted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, code, want string }{
		{"go", "func f() int { return 65 } // a < b", "[k func] f() [k int] { [k return] [n 65] } [c // a &lt; b]"},
		{"Go title=x", "s := `a\n\"b`", "s := [s `a\n&#34;b`]"},
		{"python", "def f(x): return 'it''s' # 好", "[k def] f(x): [k return] [s &#39;it&#39;][s &#39;s&#39;] [c # 好]"},
		{"py", `"""a` + "\n" + `b""" + x1`, "[s &#34;&#34;&#34;a\nb&#34;&#34;&#34;] + x1"},
		{"ts", `const a = "\"x" /* b */`, `[k const] a = [s &#34;\&#34;x&#34;] [c /* b */]`},
		{"sql", "SELECT a FROM t -- x", "[k SELECT] a [k FROM] t [c -- x]"},
		{"json", `{"a": true, "b": -1.5e3}`, `{[s &#34;a&#34;]: [k true], [s &#34;b&#34;]: -[n 1.5e3]}`},
		{"sh", "echo $# don't # x", "[k echo] $# don&#39;t [c # x]"},
		{"html", `<a href="/x">don't</a><!-- b -->`, `[k &lt;a] href=[s &#34;/x&#34;]&gt;don&#39;t[k &lt;/a]&gt;[c &lt;!-- b --&gt;]`},
		{"diff", "+a\n-b\n c", "[a +a\n][r -b\n] c"},
		{"rust", "fn f<'a>() {}", "[k fn] f&lt;&#39;a&gt;() {}"},
		{"", "func a", "func a"},
		{"brainfuck", "func <", "func &lt;"},
		{"js", `'never closed` + "\nif", "[s &#39;never closed]\n[k if]"},
		{"c", "/* never closed", "[c /* never closed]"},
	} {
		got := regexp.MustCompile(`<span class="(\w)">([^<]*)</span>`).ReplaceAllString(highlighted(c.code, c.name), "[$1 $2]")
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// The HTML of code with very many small parts stays within maxGrowth.
func TestHighlightedIsBounded(t *testing.T) {
	t.Parallel()
	for name := range languages {
		for _, unit := range []string{"1 ", "if ", `"" `, "<a ", "'", `"`, "`", "/*", "//\n", "-\n", "字", "{{", "\\", "a'"} {
			code := strings.Repeat(unit, 20_000/len(unit))
			got := highlighted(code, name)
			if len(got) > maxGrowth*len(code)+200 {
				t.Errorf("%s: %d bytes of %q make %d", name, len(code), unit, len(got))
			}
		}
	}
}

func FuzzHighlighted(f *testing.F) {
	for name := range languages {
		f.Add("if x == \"<a>\" { return 1 } // 好\n", name)
	}
	f.Add("\xff\x00'\"", "go")
	f.Fuzz(func(t *testing.T, code, name string) {
		if got := spans.ReplaceAllString(highlighted(code, name), ""); got != html.EscapeString(code) {
			t.Errorf("%q in %q became %q", code, name, got)
		}
	})
}
