package websearch

import (
	"context"
	"net/url"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Values of Source.From, besides EnvName.
const (
	FromAdmin  = "admin"
	FromKey    = "key"    // enabled by the key of a model provider
	FromProbe  = "probe"  // found on this machine
	FromInside = "inside" // a part of this server
)

// Inside is a part of this server that searches its own data, such as the operator's own sites.
type Inside struct {
	ID        string // such as "site"
	Name      errs.Text
	Note      errs.Text
	Available func() bool // reports whether there is data to search
	Find      func(ctx context.Context, owner string, q Query) ([]Result, error)
}

// keyed maps hosts of model providers to the engines that accept the keys of these providers.
var keyed = map[string]string{
	"api.deepseek.com":         "deepseek",
	"tokenhub.tencentmaas.com": "tokenhub",
	"open.bigmodel.cn":         "zhipu",
}

// byKeys returns the sources enabled by keys of model providers, at most one for each engine.
func byKeys(providers []llm.Provider) (out []Source) {
	for _, p := range providers {
		id := keyed[p.Hostname()]
		if id == "" || p.Key == "" || slices.ContainsFunc(out, func(s Source) bool { return s.Engine == id }) {
			continue
		}
		out = append(out, Source{ID: "key-" + id, Engine: id, Key: p.Key, Proxy: p.Proxy, From: FromKey})
	}
	return out
}

// own returns the automatic sources, which are used even if they have no row in the settings.
func (s *Service) own() []Source {
	var out []Source
	for _, in := range s.inside {
		if in.Available() {
			out = append(out, Source{ID: in.ID, Name: in.Name.ZhCN, From: FromInside, inside: in})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	out = append(out, s.fixed...)
	out = append(out, byKeys(s.keys)...)
	return append(out, s.found...)
}

// arrange updates the sources in use. Unchanged sources keep their connections.
func (s *Service) arrange() {
	own := s.own()
	s.mu.Lock()
	defer s.mu.Unlock()
	want := merged(s.rows, own)
	if slices.Equal(want, s.arranged) {
		return
	}
	before := s.live
	s.arranged, s.live = want, nil
	for _, src := range want {
		if src.Disabled {
			continue
		}
		at := slices.IndexFunc(before, func(l *live) bool { return l.stated == src })
		if at >= 0 {
			s.live = append(s.live, before[at])
		} else {
			s.live = append(s.live, enliven(src))
		}
	}
	s.cache.clear()
}

// Refresh updates the sources after changes of the providers' keys and of the searchable
// parts of this server.
func (s *Service) Refresh(context.Context) error {
	if s.providers != nil {
		keys := slices.Clone(s.providers())
		for i := range keys { // only these fields affect the sources
			keys[i] = llm.Provider{ID: keys[i].ID, BaseURL: keys[i].BaseURL, Key: keys[i].Key, Proxy: keys[i].Proxy}
		}
		s.mu.Lock()
		s.keys = keys
		s.mu.Unlock()
	}
	s.arrange()
	return nil
}

// loopback reports whether base is an address of this machine.
func loopback(base string) bool {
	u, err := url.Parse(base)
	return err == nil && (u.Hostname() == "127.0.0.1" || u.Hostname() == "localhost" || u.Hostname() == "::1")
}
