package outline_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"

	"github.com/wenqu-ai/wenqu/internal/document/extract/extracttest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func TestOutline(t *testing.T) {
	t.Parallel()
	n := func(text string, unit int, children ...outline.Node) outline.Node {
		return outline.Node{Text: text, Unit: unit, Children: children}
	}
	units := func(text string) []parsed.Unit { u, _ := extracttest.Units(text, 100); return u }
	for _, tt := range []struct {
		name    string
		summary parsed.Summary
		units   []parsed.Unit
		want    []outline.Node
	}{
		{"the file's own", parsed.Summary{Outline: []parsed.Heading{{Level: 2, Text: "A", Unit: 1}, {Level: 4, Text: "B", Unit: 2}, {Level: 1, Text: "C", Unit: 3}}},
			units("# 别的\n正文"), []outline.Node{n("A", 1, n("B", 2)), n("C", 3)}},
		{"headings", parsed.Summary{}, units("# 一\n文\n## 二\n### 三\n## 四"), []outline.Node{n("一", 1, n("二", 1, n("三", 1)), n("四", 1))}},
		{"Chinese numbers", parsed.Summary{}, units("第一章 总则\n一、目的\n为了规范。\n（一）范围\n二、依据\n第二章 附则\n一、解释"),
			[]outline.Node{n("第一章 总则", 1, n("一、目的", 1, n("（一）范围", 1)), n("二、依据", 1)), n("第二章 附则", 1, n("一、解释", 1))}},
		{"dotted numbers", parsed.Summary{}, units("1 Introduction\nText goes here.\n1.1 Aim\n1.1.1 Detail\n2 Method\n3.14 is a number that is not a heading."),
			[]outline.Node{n("1 Introduction", 1, n("1.1 Aim", 1, n("1.1.1 Detail", 1))), n("2 Method", 1)}},
		{"none", parsed.Summary{}, units("只有正文。\n1. 第一项内容，很长。"), nil},
	} {
		if diff := cmp.Diff(tt.want, outline.Outline(tt.summary, tt.units)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
