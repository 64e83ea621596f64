package websearch

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Engine is one kind of search service: how it is asked, and how its replies
// are read. It is one row of Engines.
type Engine struct {
	ID      string
	Name    errs.Text
	BaseURL string   // empty: the operator has to state it
	Hosts   []string // hosts that SEARCH_URL recognises without the engine's name
	KeyURL  string   // where a key is made; empty: none is needed
	KeyID   bool     // it may be asked with a signature, which needs a SecretId
	Option  []string // choices of Source.Option; nil: there are none
	Free    bool     // needs no key and costs nothing
	Hidden  bool     // unofficial: offered last and with a warning
	Kinds   []Kind   // what it can search for
	// Note says what it is and what it costs in kind.
	Note errs.Text

	// patience is how long a call may take; 0: sourceTime.
	patience time.Duration
	// ask makes the request of a search. The source states its address.
	ask func(s Source, q Query) (*call, error)
	// read takes the results out of a reply with status 200.
	read func(body []byte, q Query) ([]Result, error)
	// fetch makes the request that reads a page, and page takes it out of the
	// reply; nil: the engine does not read pages.
	fetch func(s Source, address string) (*call, error)
	page  func(body []byte) (Page, error)
	// refused explains a reply with another status, where it differs from what
	// the status says everywhere; nil: it does not.
	refused func(status int, header http.Header, body []byte) *failure
}

// call is a request to an engine.
type call struct {
	method string
	url    string
	header map[string]string
	body   []byte
}

// post is a request with a body of JSON and the key as a bearer token.
func post(s Source, path string, body any) (*call, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	c := &call{method: http.MethodPost, url: s.BaseURL + path, body: raw}
	if s.Key != "" {
		c.header = map[string]string{"Authorization": bearer(s.Key)}
	}
	return c, nil
}

// can reports whether the engine searches for a kind.
func (e *Engine) can(k Kind) bool { return slices.Contains(e.Kinds, k) }

// Engines is the table, in the order in which the administration offers them.
var Engines = []*Engine{
	deepseek, wsa, tokenhub, bocha, zhipu, searxng, tavily, brave, serper, mediawiki, duckduckgo,
}

// engine is the row of an id; the zero Engine when there is none.
func engine(id string) *Engine {
	for _, e := range Engines {
		if e.ID == id {
			return e
		}
	}
	return &Engine{ID: id}
}

// Known reports whether there is an engine of this id.
func Known(id string) bool {
	return slices.ContainsFunc(Engines, func(e *Engine) bool { return e.ID == id })
}
