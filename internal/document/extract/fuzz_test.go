package extract_test

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Whatever a file says, what is given occurs in it, and a mind map is no deeper
// than it may be.
func FuzzText(f *testing.F) {
	for _, d := range documents(f) {
		f.Add(d.units[0].Text(), 3)
	}
	f.Add("第一章 总则\n1.1 范围。。……!?\n\n\xff\xfe", 1)
	f.Fuzz(func(t *testing.T, text string, perUnit int) {
		units, _ := unitsOf(strings.ToValidUTF8(text, ""), max(perUnit%9, 1))
		for _, s := range append(extract.Summary(units, 5), extract.KeyPoints(units, 5)...) {
			if !occurs(units, s.Unit, s.Text) || s.Text == "" {
				t.Fatalf("%+v", s)
			}
		}
		for _, k := range extract.Keywords(units, 5) {
			if k.Word == "" || !(k.Weight > 0 && k.Weight <= 1) {
				t.Fatalf("%+v", k)
			}
		}
		if d := depth(extract.MindMap(parsed.Summary{}, units)); d > 4 {
			t.Fatalf("%d levels", d)
		}
		for _, u := range units {
			for _, b := range u.Blocks {
				rest := b.Text
				for _, s := range extract.Sentences(b.Text) {
					i := strings.Index(rest, s)
					if i < 0 || strings.TrimSpace(rest[:i]) != "" {
						t.Fatalf("%q is not next in %q", s, rest)
					}
					rest = rest[i+len(s):]
				}
				if strings.TrimSpace(rest) != "" {
					t.Fatalf("%q is left of %q", rest, b.Text)
				}
			}
		}
	})
}

func depth(n extract.Node) int {
	deepest := 0
	for _, c := range n.Children {
		deepest = max(deepest, depth(c))
	}
	return deepest + 1
}

// Whatever is in a table and asked of it, an answer is whole.
func FuzzAsk(f *testing.F) {
	f.Add("地区,金额,日期\n华东,1.2万,2024-01-02\n华北,3%,x\n合计,9,", "各地区金额大于一万的占比，2024年1月到3月")
	f.Add("a,b\n(1),$2\n=x,@y", "top 3 a by b between 1 and 2")
	f.Add("年份,收入\n2023,10", "第90百分位 哪个月最多 前三名 p99 最早")
	f.Fuzz(func(t *testing.T, table, question string) {
		var rows [][]string
		for line := range strings.Lines(strings.ToValidUTF8(table, "")) {
			rows = append(rows, strings.Split(strings.TrimRight(line, "\n"), ","))
		}
		tables := extract.Tables(blocks("t", rows, 3))
		a, ok := extract.Ask(tables, question)
		if !ok {
			return
		}
		if a.Text == "" || a.How == "" || strings.Count(a.Markdown(), "```")%2 != 0 {
			t.Fatalf("%+v", a)
		}
		for _, r := range a.Rows {
			if len(r) != len(a.Header) {
				t.Fatalf("%d cells under %d headers", len(r), len(a.Header))
			}
		}
	})
}
