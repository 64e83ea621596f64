package llmtest

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Options are the options of a server. The zero value answers without pauses. See
// Server.standard for the answers.
type Options struct {
	Models []string // the ids listed by /v1/models; nil: deepseek-chat, deepseek-reasoner
	Ollama bool     // also serve /api/tags, /api/show and /api/chat, and list capabilities
	Owner  string   // owned_by in /v1/models
	Key    string   // the required key; a request without it gets status 401; "": no key is needed
	First  time.Duration
	Every  time.Duration
	Piece  int    // characters per piece of a standard answer; 0: 4
	Gates  *Gates // an answer with tool calls waits at the gate "model" before each step; nil: no wait

	// Sleep waits for d; nil: a timer. Tests pass their own clock.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Server is the scripted provider. Its methods are safe for concurrent use.
type Server struct {
	opts Options
	done chan struct{}

	mu       sync.Mutex
	queue    []Script
	rules    []rule
	requests []Request
	keep     bool
	calls    int
}

type rule struct {
	match  string
	script func(Request) Script
}

// Request is one recorded question.
type Request struct {
	Path     string
	Header   http.Header
	Body     string
	Model    string            `json:"model"`
	Messages []Message         `json:"messages"`
	Tools    []json.RawMessage `json:"tools"`
	Choice   json.RawMessage   `json:"tool_choice"`
	Think    *bool             `json:"think"`
	Thinking *struct {
		Type string `json:"type"`
	} `json:"thinking"`
}

// Message is one message of a recorded question.
type Message struct {
	Role    string
	Content string   // the text; several parts are joined
	Images  []string // addresses, or base64 data in Ollama's protocol
	Calls   int      // number of the assistant's tool calls
}

// UnmarshalJSON reads a message whose content is a text, or a list of parts.
func (m *Message) UnmarshalJSON(b []byte) error {
	var raw struct {
		Role    string            `json:"role"`
		Content json.RawMessage   `json:"content"`
		Images  []string          `json:"images"`
		Calls   []json.RawMessage `json:"tool_calls"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*m = Message{Role: raw.Role, Images: raw.Images, Calls: len(raw.Calls)}
	if json.Unmarshal(raw.Content, &m.Content) == nil {
		return nil
	}
	var parts []struct {
		Text     string `json:"text"`
		ImageURL struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if err := json.Unmarshal(raw.Content, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		m.Content += p.Text
		if p.ImageURL.URL != "" {
			m.Images = append(m.Images, p.ImageURL.URL)
		}
	}
	return nil
}

// Prompt is the text of the last user message.
func (r Request) Prompt() string { return r.last("user") }

// System is the text of the last system message.
func (r Request) System() string { return r.last("system") }

func (r Request) first(role string) string {
	for _, m := range r.Messages {
		if m.Role == role {
			return m.Content
		}
	}
	return ""
}

func (r Request) last(role string) string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role == role {
			return r.Messages[i].Content
		}
	}
	return ""
}

// New makes a server that records every question.
func New(opts Options) *Server {
	s := newServer(opts)
	s.keep = true
	return s
}

func newServer(opts Options) *Server {
	if opts.Models == nil {
		opts.Models = []string{"deepseek-chat", "deepseek-reasoner"}
	}
	if opts.Sleep == nil {
		opts.Sleep = sleep
	}
	if opts.Piece <= 0 {
		opts.Piece = 4
	}
	return &Server{opts: opts, done: make(chan struct{})}
}

// TB is the part of testing.TB needed by Start.
type TB interface {
	Helper()
	Cleanup(func())
}

// Start serves on a free loopback port until the test ends. It returns the server
// and its address without a path.
func Start(t TB, opts Options) (*Server, string) {
	t.Helper()
	s := New(opts)
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		h.CloseClientConnections()
		h.Close()
	})
	return s, h.URL
}

// ListenAndServe serves on addr until it fails. Questions are counted but not recorded.
func ListenAndServe(addr string, opts Options) error {
	srv := &http.Server{Addr: addr, Handler: newServer(opts), ReadHeaderTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}

// Close ends stalled and endless answers.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.done:
	default:
		close(s.done)
	}
}

// Queue adds scripts that answer the next questions in the given order. They take
// precedence over all rules.
func (s *Server) Queue(scripts ...Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, scripts...)
}

// On makes `script` the answer to every question whose prompt or system message contains `match`. If
// several rules match, the newest one is used.
func (s *Server) On(match string, script Script) {
	s.OnFunc(match, func(Request) Script { return script })
}

// OnFunc is like On, but `script` makes the answer from the question.
func (s *Server) OnFunc(match string, script func(Request) Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = append(s.rules, rule{match, script})
}

// Calls is the number of questions so far.
func (s *Server) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Requests are the questions so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// ServeHTTP serves the provider's paths.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.opts.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.opts.Key {
		s.play(w, r, Fail(http.StatusUnauthorized, `{"error":{"message":"Incorrect API key provided: `+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+`","type":"invalid_request_error","code":"invalid_api_key"}}`))
		return
	}
	switch path := strings.TrimPrefix(r.URL.Path, "/v1"); {
	case path == "/models" && r.Method == http.MethodGet:
		s.models(w)
	case s.opts.Ollama && r.URL.Path == "/api/tags":
		s.tags(w)
	case s.opts.Ollama && r.URL.Path == "/api/show":
		s.show(w)
	case path == "/chat/completions", path == "/responses", s.opts.Ollama && r.URL.Path == "/api/chat":
		s.chat(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	if err != nil {
		return
	}
	req := Request{Path: r.URL.Path, Header: r.Header.Clone(), Body: string(body)}
	if err := json.Unmarshal(body, &req); err != nil {
		s.play(w, r, Fail(http.StatusBadRequest, `{"error":{"message":"the body is not JSON","type":"invalid_request_error"}}`))
		return
	}
	s.play(w, r, s.script(req))
}

// script counts the question, records it if the server was made by New, and chooses the script that
// answers it.
func (s *Server) script(req Request) Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.keep {
		s.requests = append(s.requests, req)
	}
	if len(s.queue) > 0 {
		next := s.queue[0]
		s.queue = s.queue[1:]
		return next
	}
	for i := len(s.rules) - 1; i >= 0; i-- {
		if m := s.rules[i].match; strings.Contains(req.Prompt(), m) || strings.Contains(req.System(), m) {
			return s.rules[i].script(req)
		}
	}
	return s.standard(req)
}

func (s *Server) play(w http.ResponseWriter, r *http.Request, script Script) {
	ctx := r.Context()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	if script.Type != "" {
		h.Set("Content-Type", script.Type)
	}
	for k, v := range script.Header {
		h.Set(k, v)
	}
	code := script.Status
	if code == 0 {
		code = http.StatusOK
	}
	rc := http.NewResponseController(w)
	wrote := false
	status := func() {
		if !wrote {
			wrote = true
			w.WriteHeader(code)
		}
	}
	for i := 0; i < len(script.Steps); i++ {
		step := script.Steps[i]
		if step.Wait > 0 && s.opts.Sleep(ctx, step.Wait) != nil {
			return
		}
		if step.Send != "" {
			status()
			if _, err := io.WriteString(w, step.Send); err != nil {
				return
			}
			if rc.Flush() != nil {
				return
			}
		}
		switch step.Do {
		case Stall:
			status()
			_ = rc.Flush()
			s.wait(ctx)
			return
		case AtGate:
			if s.opts.Gates.Wait(ctx, "model", "") != nil {
				return
			}
		case Repeat:
			if ctx.Err() != nil || s.closed() {
				return
			}
			i = -1
		case Reset, CutChunk:
			if step.Do == CutChunk {
				status()
				_ = rc.Flush()
			}
			hangUp(rc, step.Do)
			return
		}
	}
	status()
}

// hangUp breaks the connection: in the middle of a chunk for CutChunk, otherwise by a reset.
func hangUp(rc *http.ResponseController, how Action) {
	conn, buf, err := rc.Hijack()
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	if how == CutChunk {
		_, _ = buf.WriteString("400\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"cut")
		_ = buf.Flush()
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
}

func (s *Server) wait(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-s.done:
	}
}

func (s *Server) closed() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
