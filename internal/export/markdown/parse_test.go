package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	"github.com/wenqu-ai/wenqu/internal/export/exporttest"
)

func TestParse(t *testing.T) {
	t.Parallel()
	p := func(runs ...Run) Block { return Paragraph{runs} }
	tests := []struct {
		name, md string
		want     []Block
	}{
		{"bold before Chinese", "**“强调”**后文", []Block{p(Run{Text: "“强调”", Style: Bold}, Run{Text: "后文"})}},
		{"bold behind Chinese", "前文**（注）**", []Block{p(Run{Text: "前文"}, Run{Text: "（注）", Style: Bold})}},
		{"nested", "***甲*乙**", []Block{p(Run{Text: "甲", Style: Bold | Italic}, Run{Text: "乙", Style: Bold})}},
		{"underscore in a word", "a_b_c", []Block{p(Run{Text: "a_b_c"})}},
		{"stars with spaces", "2 * 3 * 4", []Block{p(Run{Text: "2 * 3 * 4"})}},
		{"one tilde", "3~5 天~", []Block{p(Run{Text: "3~5 天~"})}},
		{"entities", `\&amp; &#38;lt; &lt;`, []Block{p(Run{Text: "&amp; &lt; <"})}},
		{"strike", "~~“旧”~~新", []Block{p(Run{Text: "“旧”", Style: Strike}, Run{Text: "新"})}},
		{"money", "价格 $5 与 $6", []Block{p(Run{Text: "价格 $5 与 $6"})}},
		{"inline formulas", `$x$ 和 \(y\)`, []Block{p(Run{Kind: MathRun, Text: "x"}, Run{Text: " 和 "}, Run{Kind: MathRun, Text: "y"})}},
		{"formula with marks", `$a_1*b*c_2$`, []Block{p(Run{Kind: MathRun, Text: "a_1*b*c_2"})}},
		{"display in a line", `由 $$x$$ 得`, []Block{p(Run{Text: "由 "}), Formula{"x"}, p(Run{Text: " 得"})}},
		{"display on lines", "文字\n$$\na\n= b\n- c\n$$\n后", []Block{p(Run{Text: "文字"}), Formula{"a\n= b\n- c"}, p(Run{Text: "后"})}},
		{"escaped brackets", `梅里韦瑟\[Meriwether\]写道`, []Block{Paragraph{[]Run{{Text: "梅里韦瑟[Meriwether]写道"}}}}},
		{"escaped brackets and signs", `\[snake\_case\] 是变量`, []Block{Paragraph{[]Run{{Text: "[snake_case] 是变量"}}}}},
		{"an escaped number", `\[1\] 张三，《论文》`, []Block{Paragraph{[]Run{{Text: "[1] 张三，《论文》"}}}}},
		{"brackets and a full stop", `\[x\]。`, []Block{Formula{"x"}, Paragraph{[]Run{{Text: "。"}}}}},
		{"brackets on lines", "\\[\nx\n\\]", []Block{Formula{"x"}}},
		{"no closing", "$$\nx\n\n后", []Block{p(Run{Text: "$$ x"}), p(Run{Text: "后"})}},
		{"formula in code", "`$x$`", []Block{p(Run{Kind: CodeRun, Text: "$x$"})}},
		{"citation", "甲[citation:12]乙", []Block{p(Run{Text: "甲"}, Run{Kind: Citation, Number: 12}, Run{Text: "乙"})}},
		{"citation in code", "`[citation:1]`", []Block{p(Run{Kind: CodeRun, Text: "[citation:1]"})}},
		{"link", "[名](https://e.com/?a=1&b=2)", []Block{p(Run{Text: "名", Link: "https://e.com/?a=1&b=2"})}},
		{"dangerous link", "[名](javascript:alert(1)) [f](file:///etc/passwd)", []Block{p(Run{Text: "名 f"})}},
		{"bare address", "见 https://e.com/a，再说", []Block{p(Run{Text: "见 "}, Run{Text: "https://e.com/a", Link: "https://e.com/a"}, Run{Text: "，再说"})}},
		{"break", "甲<br>乙", []Block{p(Run{Text: "甲"}, Run{Kind: LineBreak}, Run{Text: "乙"})}},
		{"html stays text", "a <script>x</script>", []Block{p(Run{Text: "a <script>x</script>"})}},
		{"Chinese lines join", "甲\n乙\nab\ncd", []Block{p(Run{Text: "甲乙 ab cd"})}},
		{"entities", "&lt;a&gt; &amp; \\*b\\*", []Block{p(Run{Text: "<a> & *b*"})}},
		{"heading", "## 二 *斜*", []Block{Heading{2, []Run{{Text: "二 "}, {Text: "斜", Style: Italic}}}}},
		{"list from three", "3. a\n4. b", []Block{List{Ordered: true, Start: 3, Items: []Item{{Blocks: []Block{p(Run{Text: "a"})}}, {Blocks: []Block{p(Run{Text: "b"})}}}}}},
		{"tasks", "- [x] 甲\n- [ ] 乙", []Block{List{Items: []Item{{DoneTask, []Block{p(Run{Text: "甲"})}}, {OpenTask, []Block{p(Run{Text: "乙"})}}}}}},
		{"table", "|a|b|\n|:-:|-:|\n|1|", []Block{Table{[]Alignment{AlignCenter, AlignEnd}, [][]Cell{{{{Text: "a"}}, {{Text: "b"}}}, {{{Text: "1"}}, nil}}}}},
		{"quote, code, rule", "> 引\n\n```go\nx\n```\n\n---", []Block{Quote{[]Block{p(Run{Text: "引"})}}, Code{"x\n", "go"}, Rule{}}},
		{"html block", "<div>\nx\n</div>", []Block{Code{Text: "<div>\nx\n</div>"}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Parse(tt.md)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// textOf returns the text of the blocks.
func textOf(blocks []Block) string {
	var b strings.Builder
	for _, bl := range blocks {
		switch bl := bl.(type) {
		case Heading:
			b.WriteString(Plain(bl.Text))
		case Paragraph:
			b.WriteString(Plain(bl.Text))
		case Quote:
			b.WriteString(textOf(bl.Blocks))
		case List:
			for _, it := range bl.Items {
				b.WriteString(textOf(it.Blocks))
			}
		case Code:
			b.WriteString(bl.Text)
		case Formula:
			b.WriteString(bl.TeX)
		case Table:
			for _, row := range bl.Rows {
				for _, c := range row {
					b.WriteString(Plain(c))
				}
			}
		}
	}
	return b.String()
}

// TestHostile parses texts that could overflow the stack of a parser or take very long.
func TestHostile(t *testing.T) {
	t.Parallel()
	for name, md := range map[string]string{
		"quotes":    strings.Repeat(">", 300_000) + "x",
		"lists":     strings.Repeat("- ", 200_000) + "x",
		"emphasis":  strings.Repeat("*a **b ", 100_000) + strings.Repeat("a* b** ", 100_000),
		"links":     strings.Repeat("[a](", 200_000),
		"images":    strings.Repeat("![", 200_000) + strings.Repeat("](x)", 200_000),
		"dollars":   strings.Repeat("$a ", 300_000),
		"displays":  strings.Repeat("$$a\n", 100_000),
		"brackets":  strings.Repeat("\\[a ", 100_000),
		"table":     strings.Repeat("|a", 3000) + "|\n" + strings.Repeat("|-", 3000) + "|\n" + strings.Repeat("|1\n", 6000),
		"one block": "a\n" + strings.Repeat("2. *a_ b\n", 60_000),
		"bars":      strings.Repeat("| *a_ b\n", 60_000),
		"backticks": strings.Repeat("`", 200_000) + strings.Repeat("a`b``c", 50_000),
	} {
		if !strings.ContainsAny(textOf(Parse(md)), "ax`!") {
			t.Errorf("%s: nothing is left", name)
		}
	}
}

func TestCleanMarkdown(t *testing.T) {
	t.Parallel()
	p := content.Part{Sources: []content.Source{{Number: 2}}}
	tests := []struct{ in, want string }{
		{"甲[citation:2]乙[citation:3]。", `甲\[2]乙。`},
		{"`[citation:2]`", "`[citation:2]`"},
		{"```\n# 不是标题 [citation:2]\n```", "```\n# 不是标题 [citation:2]\n```"},
		{"# 一\n\n> ## 二\n\n###### 六\n\n底线\n===", "### 一\n\n> #### 二\n\n###### 六\n\n底线\n==="},
		{"- # a #\n  # b", "- ### a #\n  ### b"},
		{"**“甲”**乙 \\(x\\)", "**“甲”**乙 \\(x\\)"},
		{"![图](https://e.com/p.png?who=me) 后", "[图](https://e.com/p.png?who=me) 后"},
		{"![图][p]\n\n[p]: https://e.com/p.png", "[图][p]\n\n[p]: https://e.com/p.png"},
		{"![图](data:image/png;base64,AA)", `\[图](data:image/png;base64,AA)`},
		{"[名](javascript:alert(1)) [好](https://e.com) [信](mailto:a@e.com)", `\[名](javascript:alert(1)) [好](https://e.com) [信](mailto:a@e.com)`},
		{"> - [名](JaVaScript:alert(1))", `> - \[名](JaVaScript:alert(1))`},
		{"<javascript:alert(1)> <https://e.com>", `\<javascript:alert(1)> <https://e.com>`},
		{"[名][a] [a]\n\n[a]: javascript:alert(1)", "\\[名][a] \\[a]\n\n\\[a]: javascript:alert(1)"},
		{"```\n[a]: javascript:x\n![p](https://e.com)\n```", "```\n[a]: javascript:x\n![p](https://e.com)\n```"},
		{"`![p](https://e.com)`", "`![p](https://e.com)`"},
		{"甲<br>乙 <img src=x onerror=alert(1)>", `甲<br>乙 \<img src=x onerror=alert(1)>`},
		{"<div>\n<script>x</script>\n</div>", "\\<div>\n\\<script>x\\</script>\n\\</div>"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, cleanMarkdown(tt.in, p, 2)); diff != "" {
			t.Error(diff)
		}
	}
}

// A question that looks like Markdown is shown as it was typed.
func TestQuestionAsTyped(t *testing.T) {
	t.Parallel()
	for _, question := range []string{
		"1. x", "2) x", "第一\n1. 第二", "3.5 倍", "&amp; 和 &#65; 与 A&B;", "- x", "# x", "  - x", "一\n\n    缩进", "*a* `b`",
		"[x](y)", "[x]", "看[x](y)和[z]", "[x]: https://e.com", "\\[x\\] \\(y\\)", "[[x]](y)",
	} {
		var b strings.Builder
		if err := Write(t.Context(), &b, &content.Document{Parts: []content.Part{{Question: question}}}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, block := range Parse(b.String()) {
			if q, ok := block.(Quote); ok {
				for _, inner := range q.Blocks {
					if p, ok := inner.(Paragraph); ok {
						got = append(got, strings.ReplaceAll(textOf([]Block{p}), "\u00a0", " "))
					} else {
						t.Errorf("%q has a %T", question, inner)
					}
				}
			}
		}
		if all := strings.Join(got, "  "); all != strings.ReplaceAll(question, "\n", " ") {
			t.Errorf("%q comes back as %q:\n%s", question, all, b.String())
		}
	}
}

// The title of a source may have brackets, and its number is no formula.
func TestSourceWithBrackets(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	p := content.Part{Sources: []content.Source{{Number: 1, Title: `[a] b\]`, URL: "https://e.com/"}}}
	if err := Write(t.Context(), &b, &content.Document{Parts: []content.Part{p}}); err != nil {
		t.Fatal(err)
	}
	if all := textOf(Parse(b.String())); !strings.Contains(all, `[1] [a] b\]`) || strings.Contains(all, "e.com") {
		t.Errorf("%q:\n%s", all, b.String())
	}
}

// The limit maxFormula also applies to a formula on one line.
func TestLongFormula(t *testing.T) {
	t.Parallel()
	for _, n := range []int{maxFormula, maxFormula + 1} {
		blocks := Parse("$$" + strings.Repeat("x", n) + "$$")
		if _, ok := blocks[0].(Formula); ok != (n <= maxFormula) {
			t.Errorf("a formula of %d bytes is a %T", n, blocks[0])
		}
	}
}

func FuzzWrite(f *testing.F) {
	exporttest.Seed(f)
	f.Fuzz(func(t *testing.T, md string) {
		if len(md) > 4096 {
			t.Skip("long enough")
		}
		var b strings.Builder
		if err := Write(t.Context(), &b, exporttest.Of(md, md)); err != nil {
			t.Fatal(err)
		}
	})
}
