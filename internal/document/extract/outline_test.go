package extract_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/extract"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func TestOutline(t *testing.T) {
	t.Parallel()
	n := func(text string, unit int, children ...extract.Node) extract.Node {
		return extract.Node{Text: text, Unit: unit, Children: children}
	}
	units := func(text string) []parsed.Unit { u, _ := unitsOf(text, 100); return u }
	for _, tt := range []struct {
		name    string
		summary parsed.Summary
		units   []parsed.Unit
		want    []extract.Node
	}{
		{"the file's own", parsed.Summary{Outline: []parsed.Heading{{Level: 2, Text: "A", Unit: 1}, {Level: 4, Text: "B", Unit: 2}, {Level: 1, Text: "C", Unit: 3}}},
			units("# 别的\n正文"), []extract.Node{n("A", 1, n("B", 2)), n("C", 3)}},
		{"headings", parsed.Summary{}, units("# 一\n文\n## 二\n### 三\n## 四"), []extract.Node{n("一", 1, n("二", 1, n("三", 1)), n("四", 1))}},
		{"Chinese numbers", parsed.Summary{}, units("第一章 总则\n一、目的\n为了规范。\n（一）范围\n二、依据\n第二章 附则\n一、解释"),
			[]extract.Node{n("第一章 总则", 1, n("一、目的", 1, n("（一）范围", 1)), n("二、依据", 1)), n("第二章 附则", 1, n("一、解释", 1))}},
		{"dotted numbers", parsed.Summary{}, units("1 Introduction\nText goes here.\n1.1 Aim\n1.1.1 Detail\n2 Method\n3.14 is a number that is not a heading."),
			[]extract.Node{n("1 Introduction", 1, n("1.1 Aim", 1, n("1.1.1 Detail", 1))), n("2 Method", 1)}},
		{"none", parsed.Summary{}, units("只有正文。\n1. 第一项内容，很长。"), nil},
	} {
		if diff := cmp.Diff(tt.want, extract.Outline(tt.summary, tt.units)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// A mind map has the title at its root, what the file says at its ends, at most
// four levels, and nothing that does not occur.
func TestMindMap(t *testing.T) {
	t.Parallel()
	for _, d := range documents(t) {
		root := extract.MindMap(d.summary, d.units)
		if len(root.Children) < 2 || depth(root) > 4 || depth(root) < 3 {
			t.Errorf("%s: %d branches, %d levels", d.name, len(root.Children), depth(root))
		}
		var walk func(extract.Node)
		walk = func(n extract.Node) {
			if n.Unit != 0 && !occurs(d.units, n.Unit, n.Text) || len([]rune(n.Text)) > 48 {
				t.Errorf("%s: %d %q", d.name, n.Unit, n.Text)
			}
			for _, c := range n.Children {
				walk(c)
			}
		}
		walk(root)
	}
	plain, _ := unitsOf("城市内涝频繁发生，影响居民的出行。\n排水管网的标准偏低，城市内涝因此加重。\n海绵城市建设可以缓解城市内涝。\n排水管网改造需要资金。", 2)
	if root := extract.MindMap(parsed.Summary{Title: "内涝"}, plain); root.Text != "内涝" || len(root.Children) != 2 || root.Children[0].Text != "城市内涝" || root.Children[1].Unit != 2 {
		t.Errorf("without headings: %+v", root)
	}
}
