// Package websearchtest provides SearXNG servers on this machine, and replies of all engines, for
// tests.
package websearchtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Page is a page in the index of a search server.
type Page struct {
	Title, URL, Text string
	Published        string // such as 2026-11-20T08:00:00Z; may be empty
}

// Server is a search server. It returns the pages with a word of the query in their title or
// text, in the order of Pages.
type Server struct {
	*httptest.Server
	Pages []Page // the pages of its index
	mu    sync.Mutex
	asked []string
}

// SearXNG starts a server that behaves like a SearXNG with JSON enabled. In results of image
// searches, the function Picture gives the address of a page's picture.
func SearXNG(t testing.TB, pages ...Page) *Server {
	t.Helper()
	s := &Server{Pages: pages}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /config", config)
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		q := r.FormValue("q")
		switch {
		case r.FormValue("format") != "json":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!DOCTYPE html><title>SearXNG</title>"))
			return
		case q == "":
			reply(w, http.StatusBadRequest, map[string]any{"error": "No query"})
			return
		}
		s.note(q)
		if kind := map[string]string{"images": "image", "videos": "video"}[r.FormValue("categories")]; kind != "" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(Reply("searxng", kind, matching(q, pages)...))
			return
		}
		results := []any{}
		for _, p := range matching(q, pages) {
			results = append(results, map[string]any{"title": p.Title, "url": p.URL, "content": p.Text, "publishedDate": p.Published, "engine": "test"})
		}
		reply(w, http.StatusOK, map[string]any{"query": q, "results": results, "unresponsive_engines": []any{}})
	})
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// SearXNGWithoutJSON starts a SearXNG in its default configuration, with HTML as the only
// format.
func SearXNGWithoutJSON(t testing.TB) *Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /config", config)
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("format") == "json" {
			http.Error(w, "Forbidden", http.StatusForbidden)
		}
	})
	s := &Server{Server: httptest.NewServer(mux)}
	t.Cleanup(s.Close)
	return s
}

func config(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]any{"instance_name": "SearXNG", "version": "2026.11.1", "engines": []any{}})
}

// Asked are the queries received so far.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

func (s *Server) note(q string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, q)
}

func matching(q string, pages []Page) (out []Page) {
	for _, p := range pages {
		for word := range strings.FieldsSeq(q) {
			if strings.Contains(p.Title+p.Text, word) {
				out = append(out, p)
				break
			}
		}
	}
	return out
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
