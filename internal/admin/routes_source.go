package admin

import (
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// SourceView is a source of web search.
type SourceView struct {
	ID         string   `json:"id"`
	Engine     string   `json:"engine" doc:"id of its engine; empty for a part of this server"`
	Name       string   `json:"name"`
	URL        string   `json:"url"`
	From       string   `json:"from" doc:"admin, SEARCH_URL, key (of a model), probe (found on this machine) or inside (a part of this server)"`
	Keyed      bool     `json:"keyed"`
	FallOver   bool     `json:"fallOver" doc:"a fallback: asked only when the sources that are none, and the fallbacks before it, had nothing"`
	Disabled   bool     `json:"disabled"`
	DailyLimit int      `json:"dailyLimit" doc:"calls a day; 0: no limit"`
	Cost       float64  `json:"cost" doc:"of one call, in the operator's currency"`
	Kinds      []string `json:"kinds" doc:"what it searches for: web, image, video"`
	Today      int64    `json:"today" doc:"calls today"`
	Misses     int64    `json:"misses" doc:"calls today that brought nothing"`
	Month      int64    `json:"month" doc:"calls of the last 30 days"`
	Average    int64    `json:"average" doc:"milliseconds of a call, over the last 30 days; 0: none"`
}

// EngineView is a kind of search service that can be added.
type EngineView struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Note    string   `json:"note" doc:"what it is and what it costs in kind"`
	BaseURL string   `json:"baseUrl" doc:"empty: the administrator enters it"`
	KeyURL  string   `json:"keyUrl" doc:"where a key is made; empty: none is needed"`
	KeyID   bool     `json:"keyId" doc:"a SecretId may be entered beside the key"`
	Option  []string `json:"option" doc:"choices within the service, the default first; empty: there are none"`
	Hidden  bool     `json:"hidden" doc:"unofficial: it may refuse at any time"`
	Kinds   []string `json:"kinds"`
}

// SightingView is a search server that was found on this machine.
type SightingView struct {
	URL     string `json:"url"`
	Used    bool   `json:"used"`
	Problem string `json:"problem" doc:"why it cannot be used; empty when it can"`
}

// SourceTrialView is the result of a test search with a source.
type SourceTrialView struct {
	Code         int          `json:"code" doc:"0"`
	OK           bool         `json:"ok"`
	Milliseconds int64        `json:"ms"`
	Count        int          `json:"count" doc:"how many results it gave"`
	Found        []SourceFind `json:"found" doc:"the first few of them"`
	Problem      string       `json:"problem" doc:"why there are none, and what to mend; empty when it is ok"`
	Detail       string       `json:"detail" doc:"what the source or the connection said"`
}

// SourceFind is a result of a trial.
type SourceFind struct {
	Title string `json:"title"`
	URL   string `json:"url"`
	Site  string `json:"site"`
}

func (s *Service) sourceRoutes(r *httpapi.Router, p Ports) {
	type list struct {
		Body struct {
			Code    int            `json:"code" doc:"0"`
			Sources []SourceView   `json:"sources" doc:"in their order"`
			Engines []EngineView   `json:"engines" doc:"what can be added, in their order"`
			Found   []SightingView `json:"found"`
		}
	}
	httpapi.Route(r, op("source/list", "The sources of web search, and those that can be added"), func(ctx context.Context, _ *nothing) (*list, error) {
		out := &list{}
		locale := httpapi.Locale(ctx)
		var err error
		out.Body.Sources, err = p.Sources.List(ctx, locale)
		out.Body.Engines, out.Body.Found = p.Sources.Engines(locale), p.Sources.Found(locale)
		return out, err
	})
	type trial struct {
		Body struct {
			ID    string          `json:"id"`
			Words string          `json:"words" doc:"what to search for"`
			Value json.RawMessage `json:"value" doc:"the section of sources as it is being edited"`
		}
	}
	type result struct{ Body SourceTrialView }
	try := op("source/test", "Search for words by a source of a draft")
	try.Aside = true
	httpapi.Route(r, try, func(ctx context.Context, in *trial) (*result, error) {
		draft, err := s.Draft(ctx, "search", in.Body.Value)
		if err != nil {
			return nil, err
		}
		if err := s.Note(ctx, actor(ctx), TestSource, in.Body.ID, nameIn(draft, "sources", in.Body.ID)); err != nil {
			return nil, err
		}
		got, err := p.Sources.Try(ctx, draft, in.Body.ID, in.Body.Words, httpapi.Locale(ctx))
		if err != nil {
			return nil, errs.From(err)
		}
		return &result{got}, nil
	})
}
