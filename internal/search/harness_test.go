package search_test

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// harness is a search over three kinds of things with texts in memory.
type harness struct {
	*search.Service
	db *db.DB

	within map[string][]string // "owner conversation" → ids of the conversation's files

	mu    sync.Mutex
	reads int // number of calls to read
	texts map[string]map[entry.Place]entry.Text
}

func open(_ testing.TB, d *db.DB) *harness {
	h := &harness{Service: search.New(search.Options{DB: d}), db: d, texts: map[string]map[entry.Place]entry.Text{}}
	h.Add(
		search.Kind{Name: "conversation", Code: 'c', Entries: []entry.Kind{entry.Conversation}, Sounded: true, Shared: true, Texts: h.read},
		search.Kind{Name: "message", Code: 'm', Entries: []entry.Kind{entry.Question, entry.Answer}, Shared: true, Texts: h.read, Titles: h.titles},
		search.Kind{Name: "file", Code: 'f', Entries: []entry.Kind{entry.File}, Texts: h.read, Within: func(_ context.Context, owner, cid string) ([]string, error) {
			return h.within[owner+" "+cid], nil
		}},
	)
	return h
}

func (h *harness) read(_ context.Context, owner string, places []entry.Place) (out []entry.Text, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reads++
	for _, p := range places {
		if t, ok := h.texts[owner][p]; ok {
			out = append(out, t)
		}
	}
	return out, nil
}

// titles returns the same texts as read, without bodies and times.
func (h *harness) titles(_ context.Context, owner string, places []entry.Place) (out []entry.Text, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range places {
		if t, ok := h.texts[owner][p]; ok {
			t.Body, t.Time = "", 0
			out = append(out, t)
		}
	}
	return out, nil
}

// put stores a text and its entry.
func (h *harness) put(t testing.TB, owner string, p entry.Place, body string, at int64) {
	t.Helper()
	h.keep(owner, p, body, at)
	h.tx(t, func(tx *sql.Tx) error { return entry.Put(t.Context(), tx, owner, p, at) })
}

func (h *harness) keep(owner string, p entry.Place, body string, at int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.texts[owner] == nil {
		h.texts[owner] = map[entry.Place]entry.Text{}
	}
	h.texts[owner][p] = entry.Text{Place: p, Body: body, Time: at, Link: entry.Link{ConversationID: p.Ref, Index: p.Index, RepeatIndex: p.Repeat}}
}

func (h *harness) tx(t testing.TB, f func(tx *sql.Tx) error) {
	t.Helper()
	if err := h.db.InTx(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// settled runs the background work until every entry is indexed and every deleted entry is removed from the index.
func (h *harness) settled(t testing.TB) {
	t.Helper()
	stop := domaintest.Background(t, h.Run)
	defer stop()
	domaintest.Eventually(t, "the index is up to date", func() bool {
		n, err := h.Waiting(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n == 0 && h.count(t, "search_gone") == 0
	})
}

func (h *harness) count(t testing.TB, table string) (n int) {
	t.Helper()
	if err := h.db.Read().QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// find returns a line for each result of a search: the first letter of its kind, and its snippet with the found
// words in brackets.
func (h *harness) find(t testing.TB, a search.Asked) (lines []string) {
	t.Helper()
	r, err := h.Search(t.Context(), a)
	if err != nil {
		t.Fatalf("%q: %v", a.Text, err)
	}
	for _, g := range r.Groups {
		for _, f := range g.Found {
			lines = append(lines, g.Kind[:1]+" "+shown(f.Snippet))
		}
	}
	return lines
}

func shown(snippet []search.Piece) string {
	var b strings.Builder
	for _, p := range snippet {
		if p.Hit {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func each(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Helper()
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { f(t, open(t, d)) })
}

var day0 = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

func title(cid string) entry.Place { return entry.Place{Kind: entry.Conversation, Ref: cid} }

func question(cid string, index int) entry.Place {
	return entry.Place{Kind: entry.Question, Ref: cid, Index: index}
}

func answer(cid string, index, repeat int) entry.Place {
	return entry.Place{Kind: entry.Answer, Ref: cid, Index: index, Repeat: repeat}
}
