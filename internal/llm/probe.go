package llm

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Times of the probe.
const (
	probeTime  = 300 * time.Millisecond
	ProbeEvery = 30 * time.Second // interval for asking local servers for their models; while there is no model, all servers are asked
)

// Target is a possible address of a local model server.
type Target struct {
	ID   string // the expected kind of server: ollama, lmstudio, llamacpp or vllm
	Base string // address without a path; must be loopback
}

// Targets are the usual addresses of local servers.
var Targets = []Target{
	{"ollama", "http://127.0.0.1:11434"},
	{"lmstudio", "http://127.0.0.1:1234"},
	{"llamacpp", "http://127.0.0.1:8080"},
	{"vllm", "http://127.0.0.1:8000"},
}

// servers describes each kind of local server: its name, its protocol, and how to
// recognise it. look asks a server for its models. It returns an error when the server is
// of another kind.
var servers = map[string]struct {
	name   string
	path   string
	quirks Quirks
	look   func(ctx context.Context, hc *http.Client, base string, s *shown) ([]ModelRow, error)
}{
	"ollama":   {"Ollama", "/v1", Quirks{Dialect: DialectOllama, Thinking: ThinkParamOllama}, lookOllama},
	"lmstudio": {"LM Studio", "/v1", Quirks{}, lookLMStudio},
	"llamacpp": {"llama.cpp", "/v1", Quirks{Thinking: ThinkParamTemplate}, lookLlamaCpp},
	"vllm":     {"vLLM", "/v1", Quirks{Thinking: ThinkParamTemplate}, lookVLLM},
}

var errSignature = errors.New("not a model server of the expected kind")

// probeClient makes the client for probing loopback addresses. The client uses no proxy, follows no
// redirects and keeps no connections.
func probeClient(timeout time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: timeout}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext:       dialer.DialContext,
			DisableKeepAlives: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// sighting is a server found by the probe.
type sighting struct {
	Provider      // has no Models while the server is busy
	busy     bool // the server was too busy to answer, or its answer did not come in time
}

// probe asks all targets at the same time. It leaves out targets of an unknown kind, addresses
// beyond loopback, and Wenqu itself. It returns the servers with a chat model and the busy servers,
// in the order of the targets. The rows of Ollama's models are kept in sh.
func probe(ctx context.Context, targets []Target, own []string, timeout time.Duration, sh *shown) []sighting {
	hc := probeClient(timeout)
	found := make([]*sighting, len(targets))
	var wg sync.WaitGroup
	for i, t := range targets {
		s, known := servers[t.ID]
		if !known || !loopback(t.Base) || isOwn(t.Base, own) {
			continue
		}
		wg.Go(func() {
			q := s.quirks
			p := Provider{ID: t.ID, Name: s.name, BaseURL: t.Base + s.path, Quirks: &q, Local: true, Proxy: "direct", Source: "probe"}
			rows, err := s.look(ctx, hc, t.Base, sh)
			if busy(err) {
				found[i] = &sighting{p, true}
				return
			}
			p.Models = slices.DeleteFunc(rows, func(m ModelRow) bool { return m.Kind == "" })
			if err == nil && slices.ContainsFunc(p.Models, func(m ModelRow) bool { return m.Kind == KindChat }) {
				found[i] = &sighting{p, false}
			}
		})
	}
	wg.Wait()
	var out []sighting
	for _, p := range found {
		if p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// busy reports whether a request failed because the server was too busy, was still
// loading its model, or did not answer in time. Such a server is kept if an earlier probe
// found it.
func busy(err error) bool {
	timed, ok := errors.AsType[net.Error](err)
	return errs.Is(err, errs.ModelBusy) || ok && timed.Timeout()
}

// loopback reports whether the host of base is localhost or a loopback address.
func loopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || (ip != nil && ip.IsLoopback())
}

// isOwn reports whether Wenqu itself listens on the port of base.
func isOwn(base string, own []string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	for _, addr := range own {
		if _, port, err := net.SplitHostPort(addr); err == nil && port == u.Port() {
			return true
		}
	}
	return false
}

func lookOllama(ctx context.Context, hc *http.Client, base string, s *shown) ([]ModelRow, error) {
	tags, err := tagsOf(ctx, hc, base, "")
	if err != nil {
		return nil, err
	}
	if len(tags) == 0 || tags[0].Name == "" || tags[0].Digest == "" {
		return nil, errSignature
	}
	return s.rowsOf(ctx, hc, base, "", tags), nil
}

func lookLMStudio(ctx context.Context, hc *http.Client, base string, _ *shown) ([]ModelRow, error) {
	var l struct {
		Data []listed `json:"data"`
	}
	if _, err := fetch(ctx, hc, http.MethodGet, base+"/api/v0/models", "", nil, &l); err != nil {
		return nil, err
	}
	for _, e := range l.Data {
		if e.Type == "" || e.State == "" {
			return nil, errSignature
		}
	}
	slices.SortStableFunc(l.Data, func(a, b listed) int { return strings.Compare(a.State, b.State) }) // loaded models come first
	return modelRows(l.Data), nil
}

func lookLlamaCpp(ctx context.Context, hc *http.Client, base string, _ *shown) ([]ModelRow, error) {
	rows, err := owned(ctx, hc, base, "llamacpp")
	if err != nil {
		return nil, err
	}
	readProps(ctx, hc, base, "", rows)
	return rows, nil
}

func lookVLLM(ctx context.Context, hc *http.Client, base string, _ *shown) ([]ModelRow, error) {
	return owned(ctx, hc, base, "vllm")
}

// owned reads /v1/models of a server. It fails with errSignature unless the field owned_by of every
// model is `owner`.
func owned(ctx context.Context, hc *http.Client, base, owner string) ([]ModelRow, error) {
	var l struct {
		Data []listed `json:"data"`
	}
	if _, err := fetch(ctx, hc, http.MethodGet, base+"/v1/models", "", nil, &l); err != nil {
		return nil, err
	}
	for _, e := range l.Data {
		if e.OwnedBy != owner {
			return nil, errSignature
		}
	}
	rows := modelRows(l.Data)
	limitGuesses(rows, l.Data)
	return rows, nil
}
