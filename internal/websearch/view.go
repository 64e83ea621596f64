package websearch

import (
	"context"
	"encoding/json"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// View is a source for the administration page, without its key.
type View struct {
	ID         string
	Engine     string
	Name       string
	URL        string
	From       string // FromAdmin, FromKey, FromProbe, FromInside or EnvName
	Keyed      bool
	FallOver   bool
	Disabled   bool
	DailyLimit int
	Cost       float64
	Kinds      []Kind
}

// Views lists all enabled and disabled sources in order.
func (s *Service) Views(locale string) []View {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]View, len(s.arranged))
	for i, src := range s.arranged {
		v := View{
			ID: src.ID, Engine: src.Engine, Name: src.Name, URL: src.base(), From: src.From, Keyed: src.Key != "",
			FallOver: src.FallOver, Disabled: src.Disabled, DailyLimit: src.DailyLimit, Cost: src.Cost, Kinds: engine(src.Engine).Kinds,
		}
		switch {
		case src.inside != nil:
			v.Name, v.Kinds = src.inside.Name.In(locale), []Kind{Web}
		case v.Name == "":
			v.Name = engine(src.Engine).Name.In(locale)
		}
		out[i] = v
	}
	return out
}

// Trial is the result of a test search.
type Trial struct {
	Milliseconds int64
	Found        []Result // the first results
	Count        int
	Miss         *Miss // the reason why there are no results; nil: there are results
}

const trialResults = 3

// Try makes a test search with the query `words`. The source with the given id is an automatic source
// or a source in `draft`, a draft of the settings. The source may be disabled. The call is neither
// counted nor cached.
func (s *Service) Try(ctx context.Context, draft json.RawMessage, id, words, locale string) (Trial, error) {
	var doc Document
	if len(draft) > 0 {
		if err := json.Unmarshal(draft, &doc); err != nil {
			return Trial{}, err
		}
	}
	q, ok := Query{Text: words, Locale: locale}.clean()
	if !ok {
		return Trial{}, errs.New(errs.EmptyPrompt)
	}
	q.now = s.now()
	for _, src := range merged(doc.Sources, s.own()) {
		if src.ID == id {
			return s.try(ctx, enliven(src), q), nil
		}
	}
	return Trial{}, errs.New(errs.NotFound)
}

func (s *Service) try(ctx context.Context, l *live, q Query) Trial {
	if !l.engine.can(q.Kind) {
		q.Kind = Image
	}
	timeout := max(2*sourceTime, l.engine.timeout)
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if l.client != nil {
		defer l.client.CloseIdleConnections()
	}
	start := time.Now()
	var out Trial
	f := l.broken
	if f == nil {
		found, err := l.search(ctx, "", q)
		found = tidy(l.Source, q, found, q.now.UnixMilli())
		switch {
		case ctx.Err() != nil:
			f = &failure{reason: Slow}
		case err != nil:
			f = failureOf(err)
		case len(found) == 0:
			f = &failure{reason: NothingFound}
		}
		out.Count, out.Found = len(found), found[:min(len(found), trialResults)]
	}
	out.Milliseconds = time.Since(start).Milliseconds()
	if f != nil {
		out.Miss = l.miss(f)
	}
	return out
}
