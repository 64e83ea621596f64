package modellist

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// TestSearchOfModels checks the initial state of the search switch, and whether it can be
// changed. The models have several search modes, there is a search source or none, and
// internetSeekState has several values.
func TestSearchOfModels(t *testing.T) {
	t.Parallel()
	own := llm.ModelInfo{Search: llm.SearchItself, SearchAsked: true}
	unasked := llm.ModelInfo{Search: llm.SearchItself}
	for _, c := range []struct {
		name    string
		model   llm.ModelInfo
		source  bool
		seek    string
		first   string
		fixed   bool
		support bool
	}{
		{"a source", llm.ModelInfo{}, true, "default", request.AutoSearch, false, true},
		{"a source, on", llm.ModelInfo{}, true, "on", request.OpenSearch, false, true},
		{"a source, off", llm.ModelInfo{Search: llm.SearchByTools}, true, "off", request.CloseSearch, false, true},
		{"no source", llm.ModelInfo{}, false, "on", request.CloseSearch, false, false},
		{"the provider's own, without a source", own, false, "default", request.AutoSearch, false, true},
		{"the provider's own, on", own, false, "on", request.OpenSearch, false, true},
		{"a provider that searches as it likes", unasked, true, "on", request.CloseSearch, true, false},
	} {
		s := &Service{Searches: func() bool { return c.source }, SeekState: func() string { return c.seek }}
		item := s.modelItems([]llm.ModelInfo{c.model}, "", "zh-CN")[0]
		supports := len(item.SupportFunctions) == 1 && item.SupportFunctions[0] == request.SupportSearch
		if got := item.InternetSearch; got.ChooseDefault != c.first || item.NotSupportInputControl != c.fixed || got.FunctionList[0].NotSupportInputControl != c.fixed || supports != c.support {
			t.Errorf("%s: %+v", c.name, item)
		}
	}
}
