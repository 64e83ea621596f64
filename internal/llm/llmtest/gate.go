package llmtest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

// Gates are named gates. A shut gate stops the callers of Wait until a test lets them continue, so
// that the test can inspect an intermediate state. A new gate is open. Every call to Wait is
// logged, even if the gate is open.
//
//	POST /gates/shut?name=N    shuts gate N: callers of Wait wait from now on
//	POST /gates/pass?name=N    lets one caller continue; first waits for a caller if needed
//	POST /gates/open?name=N    opens gate N: all callers continue
//	POST /gates/wait?name=N    waits at gate N; the body is the note for the log
//	GET  /gates/log?name=N     the notes of all calls at gate N, as a list
type Gates struct {
	mu    sync.Mutex
	gates map[string]*gate
}

type gate struct {
	shut chan struct{} // closed when the gate is opened; nil: the gate is open
	pass chan struct{} // lets one caller continue
	log  []string
}

// NewGates creates gates that are open.
func NewGates() *Gates { return &Gates{gates: map[string]*gate{}} }

func (g *Gates) named(name string) *gate {
	if g.gates[name] == nil {
		g.gates[name] = &gate{pass: make(chan struct{}), log: []string{}}
	}
	return g.gates[name]
}

// Shut closes a gate: callers of Wait wait from now on.
func (g *Gates) Shut(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := g.named(name); at.shut == nil {
		at.shut = make(chan struct{})
	}
}

// Open opens a gate: all waiting callers continue.
func (g *Gates) Open(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at := g.named(name); at.shut != nil {
		close(at.shut)
		at.shut = nil
	}
}

// Pass lets one waiting caller continue. If no caller waits yet, Pass waits for one.
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

// Wait waits at a shut gate until the gate is opened or lets this caller continue. note is added to
// the gate's log.
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

// Log returns the notes of all calls to Wait at a gate, oldest first.
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
