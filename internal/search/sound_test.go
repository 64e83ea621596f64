package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/search"
)

func TestSounds(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"周报助手": {"zbzs", "zhoubaozhushou"}, "週報": {"zb", "zhoubao"}, "重庆": {"zq", "cq", "zhongqing", "chongqing"},
		"SQL 助手": {"sql"}, "": nil, "！！": nil,
	} {
		got := search.Sounds(name)
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s sounds like %v, without %s", name, got, w)
			}
		}
		if len(want) == 0 && len(got) > 0 {
			t.Errorf("%s sounds like %v", name, got)
		}
	}
	if got := search.Sounds(strings.Repeat("重", 10_000)); len(got) > 8 {
		t.Errorf("%d ways", len(got))
	}
}
