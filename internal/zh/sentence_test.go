package zh_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

func TestClauses(t *testing.T) {
	t.Parallel()
	for s, want := range map[string][]string{
		"":             nil,
		"没有句号":         {"没有句号"},
		"第一句。第二句！第三句？": {"第一句。", "第二句！", "第三句？"},
		"他说：“走吧。”然后走了。":                                          {"他说：“走吧。”", "然后走了。"},
		"真的吗？！是的……好。":                                            {"真的吗？！", "是的……", "好。"},
		"金额38.6亿元，见www.a.cn。完":                                   {"金额38.6亿元，见www.a.cn。", "完"},
		"One. Two is e.g. this. Mr. Wu came (really). 3.5 left.": {"One. ", "Two is e.g. this. ", "Mr. Wu came (really). ", "3.5 left."},
		"第一行\n第二行\n\n第四行":                                        {"第一行\n", "第二行\n", "\n", "第四行"},
		strings.Repeat("长", 1200):                                {strings.Repeat("长", 500), strings.Repeat("长", 500), strings.Repeat("长", 200)},
		strings.Repeat("五个字，长", 120):                             {strings.Repeat("五个字，长", 99) + "五个字，", "长" + strings.Repeat("五个字，长", 20)},
	} {
		var got []string
		for _, sp := range zh.Clauses(s, 500) {
			got = append(got, sp.Of(s))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%.30q (-want +got)\n%s", s, diff)
		}
	}
}

// FuzzSentences checks that clauses contain exactly the whole text, and that sentences contain all
// of it except white space.
func FuzzSentences(f *testing.F) {
	for _, s := range []string{"一。二！", "He left. “Why?” 3.5 kg", "1. 第一条\n续行\n\n2. 第二条", "a.b.c", "...", "。。。”", "\xff."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := strings.Join(zh.Sentences(s, nil), ""); plain(got) != plain(s) {
			t.Errorf("the sentences of %q are %q", s, got)
		}
		at := 0
		for _, c := range zh.Clauses(s, 9) {
			if c.Start != at || c.End <= at {
				t.Fatalf("%q: clause %v after %d", s, c, at)
			}
			at = c.End
		}
		if at != len(s) {
			t.Errorf("%q ends at %d", s, at)
		}
	})
}

func TestEndsAtPoint(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{
		"It works.": true, "It works.|": true, "see fig.| 3": false, "Mr.| Wu": false, "3.|5": false, "a.|cn": false, "J.| Smith": false,
		"done.|然后": true, "1.| First": false, "(really).| Then": true, "(it is.|) Then": true, "e.|g. this": false,
		strings.Repeat("x", 100_000) + ".| Then": true,
	} {
		before, after, _ := strings.Cut(s, "|")
		if before == s {
			before, after = s, ""
		}
		if got := zh.EndsAtPoint(before+after, len(before)-1); got != want {
			t.Errorf("%.40q: %v", s, got)
		}
	}
}
