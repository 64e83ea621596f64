package answer

// Search says how the asker wants things outside of the question to be looked
// for. Its values are function ids of docs/protocol.md, section 4.
type Search string

// The ways to search.
const (
	SearchUnsaid    Search = ""
	SearchAuto      Search = "autoInternetSearch"  // the web, when the question needs it
	SearchOpen      Search = "openInternetSearch"  // the web, for every question
	SearchClosed    Search = "closeInternetSearch" // nothing
	SearchKnowledge Search = "autoKnowledgeSearch" // the asker's own things
)

// searchChat is the chat mode of AI search.
const searchChat = "300"

// Searching is how the turn is searched for: in the chat mode of AI search every
// question is, unless the asker says otherwise; else nothing is searched unasked.
func (t Turn) Searching() Search {
	switch {
	case t.Search == SearchUnsaid && t.ChatType == searchChat:
		return SearchOpen
	case t.Search == SearchUnsaid:
		return SearchClosed
	}
	return t.Search
}
