package websearch

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Engine describes one search service: how requests are built and how replies are read. Engines lists
// all of them.
type Engine struct {
	ID      string
	Name    errs.Text
	BaseURL string   // empty: the operator has to set it
	Hosts   []string // hosts for which SEARCH_URL needs no name of the engine
	KeyURL  string   // page where a key can be created; empty: no key is needed
	KeyID   bool     // requests may be signed, which needs a SecretId
	Option  []string // choices of Source.Option; nil: there are none
	Free    bool     // needs no key and is free of charge
	Hidden  bool     // unofficial: listed last, with a warning
	Kinds   []Kind   // what it can search for: pages, pictures, videos
	// Note describes the engine and what it costs.
	Note errs.Text

	// timeout is the engine's own timeout of a call. It applies only if it is longer than sourceTime.
	timeout time.Duration
	// ask builds the request for a search. It is sent to the source's address.
	ask func(s Source, q Query) (*call, error)
	// read extracts the results from a reply with status 200.
	read func(body []byte, q Query) ([]Result, error)
	// fetch builds the request for reading a page. The function `page` extracts the page from the
	// reply. nil: the engine does not read pages.
	fetch func(s Source, address string) (*call, error)
	page  func(body []byte) (Page, error)
	// refused interprets a reply with a status other than 200, for engines with unusual
	// statuses. If refused or its result is nil, the usual meaning applies.
	refused func(status int, header http.Header, body []byte) *failure
}

// call is a request to an engine.
type call struct {
	method string
	url    string
	header map[string]string
	body   []byte
}

// post builds a request with a JSON body and the key as a bearer token.
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

func (e *Engine) can(k Kind) bool { return slices.Contains(e.Kinds, k) }

// Engines is the table of engines, in the order of the administration page.
var Engines = []*Engine{
	deepseek, wsa, tokenhub, bocha, zhipu, searxng, tavily, brave, serper, mediawiki, duckduckgo,
}

// engine returns the engine with an id; an Engine with only the id if there is none.
func engine(id string) *Engine {
	for _, e := range Engines {
		if e.ID == id {
			return e
		}
	}
	return &Engine{ID: id}
}

// Known reports whether an engine with this id exists.
func Known(id string) bool {
	return slices.ContainsFunc(Engines, func(e *Engine) bool { return e.ID == id })
}
