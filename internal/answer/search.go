package answer

import "github.com/wenqu-ai/wenqu/internal/llm"

// Search states whether and where sources are searched, as chosen by the user. SearchUnsaid means that
// the user has not chosen. The other values are function ids of docs/protocol.md, section 4.
type Search string

// Values of Search.
const (
	SearchUnsaid    Search = ""
	SearchAuto      Search = "autoInternetSearch"  // search the web if the question needs it
	SearchOpen      Search = "openInternetSearch"  // search the web for every question
	SearchClosed    Search = "closeInternetSearch" // do not search the web
	SearchKnowledge Search = "autoKnowledgeSearch" // search the user's own data instead of the web
)

const searchChat = "300"

// Searching returns whether and where to look for sources in the turn. The user's choice applies.
// Without a choice, the web is searched for every question in the chat mode of AI search, and for no
// question in other modes.
func (t Turn) Searching() Search {
	switch {
	case t.Search == SearchUnsaid && t.ChatType == searchChat:
		return SearchOpen
	case t.Search == SearchUnsaid:
		return SearchClosed
	}
	return t.Search
}

// ownSearch returns whether the provider is to search the web for the turn. If the model's setting
// Search is not SearchItself, the provider does not search.
func (t Turn) ownSearch() llm.SearchWish {
	if t.Choice.Info.Search != llm.SearchItself {
		return llm.SearchNotWished
	}
	switch t.Searching() {
	case SearchAuto:
		return llm.SearchIfNeeded
	case SearchOpen:
		return llm.SearchAlways
	}
	return llm.SearchNotWished
}
