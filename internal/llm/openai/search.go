package openai

import "github.com/wenqu-ai/wenqu/internal/llm"

// searchOptions are the search options of 百炼.
type searchOptions struct {
	ForcedSearch   bool   `json:"forced_search,omitempty"`
	EnableSource   bool   `json:"enable_source"`
	EnableCitation bool   `json:"enable_citation"`
	CitationFormat string `json:"citation_format"`
}

type webSearchOptions struct{}

// zhipuSearch are the options of the search tool of 智谱. If search_result is true and
// result_sequence is "before", the answer contains the found pages before its text.
type zhipuSearch struct {
	Enable         bool   `json:"enable"`
	SearchEngine   string `json:"search_engine"`
	SearchResult   bool   `json:"search_result"`
	ResultSequence string `json:"result_sequence"`
	RequireSearch  bool   `json:"require_search,omitempty"`
}

// search requests the provider's own web search, unless the model has refused the parameter
// before. `plain` is true if a search was requested and the provider cannot think in the same
// request.
func search(b *body, param llm.OwnSearch, always bool, dropped map[string]bool) (plain bool) {
	if dropped[string(param)] || param == llm.OwnSearchPlain && dropped["web_search"] {
		return false
	}
	switch param {
	case llm.OwnSearchEnhance:
		b.EnableEnhancement, b.SearchInfo, b.Citation = true, true, true
		b.ForceEnhancement = always && !dropped["force_search_enhancement"]
	case llm.OwnSearchOptions:
		b.WebSearchOptions = &webSearchOptions{}
	case llm.OwnSearchEnable:
		b.EnableSearch = true
		if !dropped["search_options"] {
			b.SearchOptions = &searchOptions{ForcedSearch: always, EnableSource: true, EnableCitation: true, CitationFormat: "[ref_<number>]"}
		}
	case llm.OwnSearchTool:
		b.Tools = append(b.Tools, tool{Type: "web_search", WebSearch: zhipuSearch{
			Enable: true, SearchEngine: "search_std", SearchResult: true, ResultSequence: "before", RequireSearch: always,
		}})
	case llm.OwnSearchPlain:
		b.Tools = append(b.Tools, tool{Type: "web_search"})
	case llm.OwnSearchFunction:
		b.Tools = append(b.Tools, tool{Type: builtinFunction, Function: &function{Name: "$web_search"}})
		return true
	}
	return false
}
