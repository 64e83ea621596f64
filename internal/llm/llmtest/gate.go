package llmtest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

// Gates hold what comes to them until a test lets it go on, so that a state in
// between can be looked at however long that takes. A gate that nobody has shut
// is open. What has come is counted, whether it had to wait or not.
//
//	POST /gates/shut?name=N    from now on everything waits at N
//	POST /gates/pass?name=N    lets one go on; waits until there is one
//	POST /gates/open?name=N    lets all go on
//	POST /gates/wait?name=N    waits at N; the body says what for
//	GET  /gates/log?name=N     what has come to N, as a list of those bodies
type Gates struct {
	mu    sync.Mutex
	gates map[string]*gate
}

type gate struct {
	shut chan struct{} // closed when the gate is opened; nil: it is open
	pass chan struct{} // lets one go on
	log  []string
}

// NewGates gives gates that are open.
func NewGates() *Gates { return &Gates{gates: map[string]*gate{}} }

func (g *Gates) named(name string) *gate {
	if g.gates[name] == nil {
		g.gates[name] = &gate{pass: make(chan struct{}), log: []string{}}
	}
	return g.gates[name]
}

// Shut lets nothing through any more.
func (g *Gates) Shut(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := g.named(name); at.shut == nil {
		at.shut = make(chan struct{})
	}
}

// Open lets everything through.
func (g *Gates) Open(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := g.named(name); at.shut != nil {
		close(at.shut)
		at.shut = nil
	}
}

// Pass lets one go on, as soon as it is there.
func (g *Gates) Pass(ctx context.Context, name string) error {
	g.mu.Lock()
	at := g.named(name)
	g.mu.Unlock()
	select {
	case at.pass <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Wait waits at a gate; note is kept.
func (g *Gates) Wait(ctx context.Context, name, note string) error {
	g.mu.Lock()
	at := g.named(name)
	at.log = append(at.log, note)
	shut := at.shut
	g.mu.Unlock()
	if shut == nil {
		return nil
	}
	select {
	case <-shut:
		return nil
	case <-at.pass:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Log is what has come to a gate, oldest first.
func (g *Gates) Log(name string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]string{}, g.named(name).log...)
}

// ServeHTTP serves the paths of the gates.
func (g *Gates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	var err error
	switch r.URL.Path {
	case "/gates/shut":
		g.Shut(name)
	case "/gates/open":
		g.Open(name)
	case "/gates/pass":
		err = g.Pass(r.Context(), name)
	case "/gates/wait":
		var note []byte
		if note, err = io.ReadAll(io.LimitReader(r.Body, 1<<20)); err == nil {
			err = g.Wait(r.Context(), name, string(note))
		}
	case "/gates/log":
		w.Header().Set("Content-Type", "application/json")
		err = json.NewEncoder(w).Encode(g.Log(name))
	default:
		http.NotFound(w, r)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusGatewayTimeout)
	}
}
