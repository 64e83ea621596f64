package search

import (
	"strings"
	"testing"
)

func TestSnippetsArePlainText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, query, want string }{
		{"可以这样看：**“源头活水”**指的是不断有新的知识", "源头", "可以这样看：“[源头]活水”指的是不断有新的知识"},
		{"前面。\n\n> 问渠那得清如许\n> - 第一\n", "问渠", "前面。 [问渠]那得清如许 第一 "},
		{"## 要点\n\n- [x] 已经核对\n* 其余", "要点", "[要点] 已经核对 其余"},
		{"| 方案 | 延迟 |\n| --- | ---: |\n| 本地 | 120 ms |", "本地", " 方案 延迟 [本地] 120 ms "},
		{"见[官方公告](https://example.com/a)和 `go test`[^1]", "公告", "见官方[公告]和 go test"},
		{"见[官方公告](https://example.com/a)", "example", "见官方公告](https://[example].com/a)"},
		{"周一闭馆[citation:3]，周二开放\\[1\\]", "闭馆", "周一[闭馆]，周二开放[1]"},
		{"```go\nfmt.Println(2 * 3 * 4)\n```", "2 * 3", " fmt.Println([2] * [3] * 4) "},
		{"用 **kwargs 传参", "**kw", "用 [**kw]args 传参"},
		{"#标签 a|b -1 1-2", "标签", "#[标签] a|b -1 1-2"},
	} {
		var got strings.Builder
		for _, p := range Mark(c.text, c.query) {
			if p.Hit {
				got.WriteString("[" + p.Text + "]")
			} else {
				got.WriteString(p.Text)
			}
		}
		if squeezed(got.String()) != squeezed(c.want) {
			t.Errorf("%q, searched for %q:\n got %q\nwant %q", c.text, c.query, got.String(), c.want)
		}
	}
}

// squeezed replaces each sequence of white space with one space, as browsers do. It removes white space at both ends.
func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestSnippetOfMarkupAlone(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("**[a](", 40_000)
	if got := Mark(long, "没有"); len(got) > 3 {
		t.Errorf("%d pieces", len(got))
	}
}

func FuzzSnippet(f *testing.F) {
	f.Add("| a | **b** |\n> [c](d) `e`", "b")
	f.Add("\\[1\\] [^2] ```", "1")
	f.Fuzz(func(t *testing.T, text, query string) {
		shown := 0
		for _, p := range Mark(text, query) {
			if p.Text == "" {
				t.Error("an empty piece")
			}
			shown += len([]rune(p.Text))
		}
		if most := len([]rune(text)) + 2; shown > most {
			t.Errorf("%d characters of %d", shown, most)
		}
	})
}
