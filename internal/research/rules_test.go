//go:build unix

package research

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

func TestPlanByRules(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]struct {
		title   string
		compare []string
		n       int
	}{
		"请帮我研究一下钠离子电池":                    {"钠离子电池", nil, 5},
		"比较钠离子电池和锂离子电池的成本":                {"钠离子电池和锂离子电池的成本", []string{"钠离子电池", "锂离子电池"}, 4},
		"Python 与 Go 的区别":                 {"Python 与 Go 的区别", []string{"Python", "Go"}, 4},
		"比较轻轨和有轨电车在中等城市的成本":               {"", []string{"轻轨", "有轨电车"}, 4},
		"虚无主义和存在主义的区别":                    {"", []string{"虚无主义", "存在主义"}, 4},
		"写一份关于老年助餐的调研报告":                  {"老年助餐", nil, 5},
		"1. 什么是碳关税？\n2. 它何时生效？\n3. 谁受影响？": {"", nil, 3},
	} {
		p := planByRules(question, "zh-CN")
		if want.title != "" && p.Title != want.title || !slices.Equal(p.Compare, want.compare) || len(p.Questions) != want.n {
			t.Errorf("%q: %+v", question, p)
		}
	}
}

func TestRenumbered(t *testing.T) {
	t.Parallel()
	old := []Question{{1, "甲"}, {2, "乙"}, {5, "丙"}}
	got := renumbered(old, []string{"丙", "新", " ", "甲", "甲"})
	if !slices.Equal(got, []Question{{5, "丙"}, {6, "新"}, {1, "甲"}}) {
		t.Errorf("%+v", got)
	}
}

// FuzzPlanByRules checks that the outline of a question is within its limits. Only a blank question
// may have an empty outline.
func FuzzPlanByRules(f *testing.F) {
	for _, s := range []string{"", "的", "A和B和C的区别", "？？？", "请", "\xff", "vs vs vs 比较"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			p := planByRules(s, locale)
			for _, q := range p.Questions {
				if text.Len(q) > MaxLine || strings.ContainsAny(q, "\n") || utf8.ValidString(s) && !utf8.ValidString(q) {
					t.Errorf("%q: %q", s, q)
				}
			}
			if strings.TrimSpace(s) != "" && len(p.Questions) == 0 || len(p.Compare) > maxCompared {
				t.Errorf("%q: %+v", s, p)
			}
		}
	})
}

// FuzzMarkup checks that a text cannot leave its place: inNode keeps it in one node of the mind map, plain
// keeps it on one line and without citations, and cell keeps it in one cell of a table. The last is
// checked only for texts without a backslash.
func FuzzMarkup(f *testing.F) {
	f.Add("[citation:1] <script> | # `x` $y$")
	f.Fuzz(func(t *testing.T, s string) {
		if got := inNode(s, maxLeaf); strings.ContainsAny(got, "\"[]\n`;") || got == "" {
			t.Errorf("%q: %q", s, got)
		}
		if got := plain(s); strings.Contains(got, "\n") || citation.MatchString(got) {
			t.Errorf("%q: %q", s, got)
		}
		if got := cell(s); strings.Contains(strings.ReplaceAll(got, `\|`, ""), "|") && !strings.Contains(s, `\`) {
			t.Errorf("%q: %q", s, got)
		}
	})
}
