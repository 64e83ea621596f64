package summary_test

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"

	"github.com/wenqu-ai/wenqu/internal/document/extract/extracttest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// A mind map has three or four levels and at least two branches, and its nodes quote the file.
// Without headings, its branches are keywords.
func TestMindMap(t *testing.T) {
	t.Parallel()
	for _, d := range documents(t) {
		root := summary.MindMap(d.summary, d.units)
		if len(root.Children) < 2 || depth(root) > 4 || depth(root) < 3 {
			t.Errorf("%s: %d branches, %d levels", d.name, len(root.Children), depth(root))
		}
		var walk func(outline.Node)
		walk = func(n outline.Node) {
			if n.Unit != 0 && !occurs(d.units, n.Unit, n.Text) || len([]rune(n.Text)) > 48 {
				t.Errorf("%s: %d %q", d.name, n.Unit, n.Text)
			}
			for _, c := range n.Children {
				walk(c)
			}
		}
		walk(root)
	}
	plain, _ := extracttest.Units("城市内涝频繁发生，影响居民的出行。\n排水管网的标准偏低，城市内涝因此加重。\n海绵城市建设可以缓解城市内涝。\n排水管网改造需要资金。", 2)
	if root := summary.MindMap(parsed.Summary{Title: "内涝"}, plain); root.Text != "内涝" || len(root.Children) != 2 || root.Children[0].Text != "城市内涝" || root.Children[1].Unit != 2 {
		t.Errorf("without headings: %+v", root)
	}
}
