package export

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var open = cmp.AllowUnexported(heading{}, paragraph{}, list{}, item{}, quote{}, code{}, table{}, formula{}, rule{}, run{})

func TestParse(t *testing.T) {
	t.Parallel()
	p := func(runs ...run) block { return paragraph{runs} }
	tests := []struct {
		name, md string
		want     []block
	}{
		{"bold before Chinese", "**“强调”**后文", []block{p(run{text: "“强调”", style: bold}, run{text: "后文"})}},
		{"bold behind Chinese", "前文**（注）**", []block{p(run{text: "前文"}, run{text: "（注）", style: bold})}},
		{"nested", "***甲*乙**", []block{p(run{text: "甲", style: bold | italic}, run{text: "乙", style: bold})}},
		{"underscore in a word", "a_b_c", []block{p(run{text: "a_b_c"})}},
		{"stars with spaces", "2 * 3 * 4", []block{p(run{text: "2 * 3 * 4"})}},
		{"one tilde", "3~5 天~", []block{p(run{text: "3~5 天~"})}},
		{"strike", "~~“旧”~~新", []block{p(run{text: "“旧”", style: strike}, run{text: "新"})}},
		{"money", "价格 $5 与 $6", []block{p(run{text: "价格 $5 与 $6"})}},
		{"inline formulas", `$x$ 和 \(y\)`, []block{p(run{kind: mathRun, text: "x"}, run{text: " 和 "}, run{kind: mathRun, text: "y"})}},
		{"formula with marks", `$a_1*b*c_2$`, []block{p(run{kind: mathRun, text: "a_1*b*c_2"})}},
		{"display in a line", `由 $$x$$ 得`, []block{p(run{text: "由 "}), formula{"x"}, p(run{text: " 得"})}},
		{"display on lines", "文字\n$$\na\n= b\n- c\n$$\n后", []block{p(run{text: "文字"}), formula{"a\n= b\n- c"}, p(run{text: "后"})}},
		{"brackets on lines", "\\[\nx\n\\]", []block{formula{"x"}}},
		{"no closing", "$$\nx\n\n后", []block{p(run{text: "$$ x"}), p(run{text: "后"})}},
		{"formula in code", "`$x$`", []block{p(run{kind: codeRun, text: "$x$"})}},
		{"citation", "甲[citation:12]乙", []block{p(run{text: "甲"}, run{kind: citation, n: 12}, run{text: "乙"})}},
		{"citation in code", "`[citation:1]`", []block{p(run{kind: codeRun, text: "[citation:1]"})}},
		{"link", "[名](https://e.com/?a=1&b=2)", []block{p(run{text: "名", link: "https://e.com/?a=1&b=2"})}},
		{"dangerous link", "[名](javascript:alert(1)) [f](file:///etc/passwd)", []block{p(run{text: "名 f"})}},
		{"bare address", "见 https://e.com/a，再说", []block{p(run{text: "见 "}, run{text: "https://e.com/a", link: "https://e.com/a"}, run{text: "，再说"})}},
		{"break", "甲<br>乙", []block{p(run{text: "甲"}, run{kind: lineEnd}, run{text: "乙"})}},
		{"html stays text", "a <script>x</script>", []block{p(run{text: "a <script>x</script>"})}},
		{"Chinese lines join", "甲\n乙\nab\ncd", []block{p(run{text: "甲乙 ab cd"})}},
		{"entities", "&lt;a&gt; &amp; \\*b\\*", []block{p(run{text: "<a> & *b*"})}},
		{"heading", "## 二 *斜*", []block{heading{2, []run{{text: "二 "}, {text: "斜", style: italic}}}}},
		{"list from three", "3. a\n4. b", []block{list{ordered: true, start: 3, items: []item{{blocks: []block{p(run{text: "a"})}}, {blocks: []block{p(run{text: "b"})}}}}}},
		{"tasks", "- [x] 甲\n- [ ] 乙", []block{list{items: []item{{doneTask, []block{p(run{text: "甲"})}}, {openTask, []block{p(run{text: "乙"})}}}}}},
		{"table", "|a|b|\n|:-:|-:|\n|1|", []block{table{[]alignment{alignCenter, alignEnd}, [][]cell{{{{text: "a"}}, {{text: "b"}}}, {{{text: "1"}}, nil}}}}},
		{"quote, code, rule", "> 引\n\n```go\nx\n```\n\n---", []block{quote{[]block{p(run{text: "引"})}}, code{"x\n"}, rule{}}},
		{"html block", "<div>\nx\n</div>", []block{code{"<div>\nx\n</div>"}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, parse(tt.md), open); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// TestHostile gives texts that would take a parser's stack or its day.
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
		"backticks": strings.Repeat("`", 200_000) + strings.Repeat("a`b``c", 50_000),
	} {
		blocks := parse(md)
		var b strings.Builder
		w := &wordWriter{doc: &document{}}
		w.blocks(blocks, around{})
		b.WriteString(w.out.String())
		if !strings.ContainsAny(b.String(), "ax`!") {
			t.Errorf("%s: nothing is left", name)
		}
	}
}

func TestCleanMarkdown(t *testing.T) {
	t.Parallel()
	p := part{sources: []source{{number: 2}}}
	tests := []struct{ in, want string }{
		{"甲[citation:2]乙[citation:3]。", `甲\[2\]乙。`},
		{"`[citation:2]`", "`[citation:2]`"},
		{"```\n# 不是标题 [citation:2]\n```", "```\n# 不是标题 [citation:2]\n```"},
		{"# 一\n\n> ## 二\n\n###### 六\n\n底线\n===", "### 一\n\n> #### 二\n\n###### 六\n\n底线\n==="},
		{"- # a #\n  # b", "- ### a #\n  ### b"},
		{"**“甲”**乙 \\(x\\)", "**“甲”**乙 \\(x\\)"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, cleanMarkdown(tt.in, p, 2)); diff != "" {
			t.Error(diff)
		}
	}
}
