package websearch_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/websearch/websearchtest"
)

func contextThatEnds(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithCancel(t.Context())
}

// At most 64 calls are in progress at the same time. A call above the limit per owner is refused at once;
// the other calls wait and get results.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	reply := websearchtest.Reply("searxng", "web", websearchtest.Page{Title: "西湖", URL: "https://a.cn/", Text: "一"})
	open := make(chan struct{})
	var under, most atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := under.Add(1)
		defer under.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		<-open
		_, _ = w.Write(reply)
	}))
	t.Cleanup(srv.Close)
	s := websearch.New(websearch.Options{Sources: []websearch.Source{searxng("s", srv.URL)}, Now: time.Now, Patience: 30 * time.Second})
	var wg sync.WaitGroup
	var found, crowded atomic.Int64
	ask := func(owner string, n int) {
		for i := range n {
			wg.Go(func() {
				out, err := s.Search(t.Context(), owner, websearch.Query{Text: "西湖 " + owner + strconv.Itoa(i)})
				switch {
				case err != nil:
					t.Error(err)
				case len(out.Results) == 1:
					found.Add(1)
				case len(out.Misses) == 1 && out.Misses[0].Reason == websearch.Crowded:
					crowded.Add(1)
				}
			})
		}
	}
	ask("greedy", 40)
	for i := range 100 {
		ask("person"+strconv.Itoa(i), 1)
	}
	for most.Load() < 64 {
		if t.Context().Err() != nil {
			t.Fatal("the calls did not come")
		}
		runtime.Gosched()
	}
	close(open)
	wg.Wait()
	if most.Load() > 64 || found.Load() != 116 || crowded.Load() != 24 {
		t.Errorf("%d at once, %d found, %d refused", most.Load(), found.Load(), crowded.Load())
	}
	if n := s.Missed(websearch.Crowded); n != 24 {
		t.Errorf("%d refused calls are counted", n)
	}
}

// A search fails if its context ends.
func TestStopped(t *testing.T) {
	t.Parallel()
	began := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(began)
		<-r.Context().Done()
	}))
	t.Cleanup(srv.Close)
	s := service(searxng("s", srv.URL))
	ctx, stop := context.WithCancel(t.Context())
	go func() { <-began; stop() }()
	if _, err := s.Search(ctx, "ann", websearch.Query{Text: "西湖"}); err == nil {
		t.Error("no error")
	}
}
