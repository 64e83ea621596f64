package websearch

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// ProbeTargets are the usual addresses of a SearXNG on this machine.
var ProbeTargets = []string{"http://127.0.0.1:8080", "http://127.0.0.1:8888"}

// Times of probing.
const (
	ProbeEvery = 30 * time.Second
	probeTime  = 300 * time.Millisecond
)

// Sighting is a SearXNG server found on this machine.
type Sighting struct {
	URL     string
	JSONOff bool // its JSON format is disabled, so it cannot be used yet
	Used    bool // it is in use because no other source is configured
}

// Sightings returns the servers found by the last probe.
func (s *Service) Sightings() []Sighting {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sighted)
}

// Probe looks for SearXNG servers on this machine, unless probing is switched off. If no
// other external source is configured and Wenqu is reachable from this machine only, the
// first SearXNG that offers JSON is used automatically. The other SearXNG servers are
// suggested to the administrator.
func (s *Service) Probe(ctx context.Context) error {
	if !s.probes {
		return nil
	}
	found := make([]*Sighting, len(s.targets))
	var wg sync.WaitGroup
	for i, base := range s.targets {
		if loopback(base) && !isOwn(base, s.ownAddrs) {
			wg.Go(func() { found[i] = look(ctx, base, cmp.Or(s.patience, probeTime)) })
		}
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil
	}
	s.mu.Lock()
	others := len(s.fixed)+len(byKeys(s.keys)) > 0 || slices.ContainsFunc(s.rows, func(r Row) bool { return !r.Own })
	s.sighted, s.found = nil, nil
	for _, f := range found {
		if f == nil {
			continue
		}
		if f.Used = s.loopback && !others && !f.JSONOff && len(s.found) == 0; f.Used {
			s.found = append(s.found, Source{ID: "searxng-local", Engine: "searxng", BaseURL: f.URL, Local: true, Proxy: "direct", From: FromProbe})
		}
		s.sighted = append(s.sighted, *f)
	}
	s.mu.Unlock()
	s.arrange()
	return nil
}

// look returns the SearXNG at base, or nil if there is none. It sends an empty query, because
// SearXNG contacts no engine for an empty query. The status of the reply is then 400 with a
// JSON error, or 403 if JSON is not enabled.
func look(ctx context.Context, base string, timeout time.Duration) *Sighting {
	hc, err := newClient(Source{ID: "probe", BaseURL: base, Local: true, Proxy: "direct"})
	if err != nil {
		return nil
	}
	defer hc.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var config struct {
		Name    string `json:"instance_name"`
		Version string
		Engines []any
	}
	body, err := send(ctx, hc, &Engine{}, &call{method: http.MethodGet, url: base + "/config"})
	if err != nil || decode(body, &config) != nil || config.Version == "" || config.Engines == nil {
		return nil
	}
	_, err = send(ctx, hc, searxng, &call{method: http.MethodGet, url: base + "/search?format=json"})
	if err == nil {
		return nil // another program: SearXNG rejects an empty query
	}
	return &Sighting{URL: base, JSONOff: failureOf(err).reason == JSONOff}
}

// isOwn reports whether base is an address of this server. base is an address of this machine, so
// isOwn compares only the ports. It returns true for an invalid base, which is then not probed.
func isOwn(base string, own []string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return true
	}
	return slices.ContainsFunc(own, func(addr string) bool {
		_, port, err := net.SplitHostPort(addr)
		return err == nil && port == u.Port()
	})
}
