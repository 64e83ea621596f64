package gather_test

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/gather"
)

// today is the day of the tests.
var today = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// world is a web in memory: a search engine that matches words, and a reader of its pages.
type world struct {
	pages []webpage.Page
	terms []cite.Terms
	often map[string]int // number of pages that contain a term

	mu    sync.Mutex
	asked []string
	read  []string
	err   error         // returned by every search for pages
	wait  time.Duration // how long every search for pages takes

	seen  []websearch.Result // pictures and videos, returned by every search for media
	media websearch.Media
}

func (w *world) add(p webpage.Page) {
	terms := cite.TermsOf(p.Title + "\n" + p.Text)
	w.pages, w.terms = append(w.pages, p), append(w.terms, terms)
	if w.often == nil {
		w.often = map[string]int{}
	}
	for t := range terms {
		w.often[t]++
	}
}

func readWorld(t testing.TB) *world {
	t.Helper()
	b, err := os.ReadFile("testdata/web.txt")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{}
	for _, part := range strings.Split("\n"+string(b), "\n= ")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		f := strings.Split(head, " | ")
		day, err := time.Parse(time.DateOnly, f[3])
		if err != nil {
			t.Fatal(err)
		}
		w.add(webpage.Page{URL: "https://" + f[0] + ".example/", Title: f[1], Site: f[2], Published: day.UnixMilli(), Text: text})
	}
	return w
}

func (w *world) Available() bool { return true }

func (w *world) Can(k websearch.Kind) bool { return k == websearch.Web || len(w.seen) > 0 }

func (w *world) Media() websearch.Media { return w.media }

// Search finds pages by their words only. A result has the title and the beginning of its page. A
// search for pictures or videos returns w.seen.
func (w *world) Search(ctx context.Context, _ string, q websearch.Query) (websearch.Outcome, error) {
	w.mu.Lock()
	w.asked = append(w.asked, q.Text)
	w.mu.Unlock()
	if q.Kind == websearch.Image || q.Kind == websearch.Video {
		return websearch.Outcome{Results: w.seen}, nil
	}
	if w.wait > 0 {
		select {
		case <-time.After(w.wait):
		case <-ctx.Done():
			return websearch.Outcome{}, ctx.Err()
		}
	}
	if w.err != nil {
		return websearch.Outcome{}, w.err
	}
	type hit struct {
		at    int
		score float64
	}
	var hits []hit
	for i := range w.pages {
		score := 0.0
		for t := range cite.TermsOf(q.Text) {
			if _, ok := w.terms[i][t]; ok {
				score += math.Log(1 + float64(len(w.pages))/float64(w.often[t]))
			}
		}
		if score > 0 {
			hits = append(hits, hit{i, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	var out websearch.Outcome
	for _, h := range hits[:min(len(hits), q.Limit)] {
		p := w.pages[h.at]
		out.Results = append(out.Results, websearch.Result{Title: p.Title, URL: p.URL, Snippet: cut(p.Text, 60), Site: p.Site, Published: p.Published, Source: "world"})
	}
	if len(out.Results) == 0 {
		out.Misses = []websearch.Miss{{Source: "world", Name: "世界", Reason: websearch.NothingFound}}
	}
	return out, nil
}

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

func (w *world) Read(_ context.Context, address string) (webpage.Page, error) {
	w.mu.Lock()
	w.read = append(w.read, address)
	w.mu.Unlock()
	for _, p := range w.pages {
		if p.URL == address {
			return p, nil
		}
	}
	return webpage.Page{}, &webpage.Error{Reason: webpage.NotFound}
}

// ranking ranks passages of pages with the same method as passages of files.
type ranking struct{ *retrieve.Ranker }

func (r ranking) Rank(questions []string, texts []gather.Text, limit int) [][]gather.Passage {
	queries := make([]retrieve.Query, len(questions))
	for i, q := range questions {
		queries[i] = retrieve.Query{Text: q, Limit: limit}
	}
	out := make([][]gather.Passage, len(questions))
	for i, found := range r.SearchAll(queries, stored(texts)) {
		for _, p := range found {
			out[i] = append(out[i], gather.Passage{ID: p.DocumentID, Order: p.Chunk, Heading: p.Heading, Text: p.Text, Score: p.Score})
		}
	}
	return out
}

func (r ranking) Answer(question string, texts []gather.Text) (sentences, possible []gather.Passage) {
	found := r.Ranker.Answer(retrieve.Query{Text: question}, stored(texts))
	quotes := func(all []retrieve.Sentence) (out []gather.Passage) {
		for _, s := range all {
			out = append(out, gather.Passage{ID: s.DocumentID, Heading: s.Heading, Text: s.Text, Score: s.Score})
		}
		return out
	}
	return quotes(found.Sentences), quotes(found.Possible)
}

func stored(texts []gather.Text) []retrieve.Text {
	out := make([]retrieve.Text, len(texts))
	for i, t := range texts {
		out[i] = retrieve.Text{ID: t.ID, Name: t.Title, Text: t.Text}
	}
	return out
}

// things is the user's own data.
type things []source.Source

func (o things) Search(context.Context, string, string, int) ([]source.Source, error) { return o, nil }

func (o things) Answer(context.Context, string, string) (source.Finding, error) {
	return source.Finding{Refused: len(o) == 0, Sentences: o}, nil
}

var quiet = slog.New(slog.DiscardHandler)

var shared = ranking{retrieve.NewRanker()}

func (w *world) gatherer() *gather.Gatherer {
	return gather.New(gather.Ports{Engine: w, Reader: w, Ranking: shared, Own: things{}, Log: quiet})
}

// recorder records what a gatherer shows, and when.
type recorder struct {
	mu     sync.Mutex
	events []stream.Event
	at     []time.Time
}

func (o *recorder) Emit(events ...stream.Event) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, e := range events {
		o.events, o.at = append(o.events, e), append(o.at, time.Now())
	}
	return nil
}

func (o *recorder) Alive() {}

// message is the message as the user sees it.
func (o *recorder) message() stream.Message {
	m := stream.NewMessage()
	for _, e := range o.events {
		m.Apply(e)
	}
	return m
}

func (o *recorder) step(id string) stream.Step {
	for _, it := range o.message().Content {
		if s, ok := it.Event.(stream.Step); ok && s.ID == id {
			return s
		}
	}
	return stream.Step{}
}

// turn is a question to the built-in engine.
func turn(question string) answer.Turn {
	return answer.Turn{
		Owner: func() string { return "alice" }, Place: func() (string, string) { return "alice", "conv-0001" }, TraceID: question,
		Question: question, Search: answer.SearchOpen, Now: today, Locale: "zh-CN", Choice: llm.Choice{Info: llm.ModelInfo{Builtin: true}},
		Count: func(s string) int { return len([]rune(s)) }, Room: func(...llm.Message) int { return 6_000 },
	}
}

var errBroken = errors.New("broken")
