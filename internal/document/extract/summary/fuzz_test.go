package summary_test

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/extract/outline"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"

	"github.com/wenqu-ai/wenqu/internal/document/extract/extracttest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// FuzzText checks the results for any text. The sentences of the summary and of the key points occur in the
// text. Keywords weigh more than 0 and at most 1. The mind map has at most four levels. The function
// Sentences drops nothing but white space.
func FuzzText(f *testing.F) {
	for _, d := range documents(f) {
		f.Add(d.units[0].Text(), 3)
	}
	f.Add("第一章 总则\n1.1 范围。。……!?\n\n\xff\xfe", 1)
	f.Fuzz(func(t *testing.T, text string, perUnit int) {
		units, _ := extracttest.Units(strings.ToValidUTF8(text, ""), max(perUnit%9, 1))
		for _, s := range append(summary.Summary(units, 5), summary.KeyPoints(units, 5)...) {
			if !occurs(units, s.Unit, s.Text) || s.Text == "" {
				t.Fatalf("%+v", s)
			}
		}
		for _, k := range summary.Keywords(units, 5) {
			if k.Word == "" || !(k.Weight > 0 && k.Weight <= 1) {
				t.Fatalf("%+v", k)
			}
		}
		if d := depth(summary.MindMap(parsed.Summary{}, units)); d > 4 {
			t.Fatalf("%d levels", d)
		}
		for _, u := range units {
			for _, b := range u.Blocks {
				rest := b.Text
				for _, s := range summary.Sentences(b.Text) {
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

func depth(n outline.Node) int {
	deepest := 0
	for _, c := range n.Children {
		deepest = max(deepest, depth(c))
	}
	return deepest + 1
}
