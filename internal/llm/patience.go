package llm

import (
	"context"
	"iter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Times of waiting for a local server. Such a server often answers only one request at a time, and
// it sends nothing while it reads a long question.
const (
	LocalWait  = 5 * time.Minute  // longest wait until a local server sends an event other than Queued and Loading
	localQuiet = 2 * time.Second  // time until the first report that the server is working
	localAgain = 15 * time.Second // time between further reports

	ahead = 16 // size of the buffer, in deltas of some 300 bytes; without a buffer, every delta would wake the reader
)

// streamLocal streams the answer of a local server. While the server has sent nothing but Queued and
// Loading, streamLocal sends a further Queued from time to time. If the server sends nothing else
// within LocalWait, streamLocal fails with errs.Timeout.
func streamLocal(ctx context.Context, m Model, req Request) iter.Seq2[Delta, error] {
	return func(yield func(Delta, error) bool) {
		type item struct {
			delta Delta
			err   error
		}
		ctx, cancel := context.WithCancel(ctx)
		items := make(chan item, ahead)
		go func() {
			defer close(items)
			for d, err := range m.Stream(ctx, req) {
				items <- item{d, err}
			}
		}()
		defer func() {
			cancel()
			for range items { // cancel ends the stream, and the goroutine then closes items
			}
		}()
		limit, tell := time.NewTimer(LocalWait), time.NewTimer(localQuiet)
		defer limit.Stop()
		defer tell.Stop()
		for {
			select {
			case it, ok := <-items:
				if !ok || !yield(it.delta, it.err) {
					return
				}
				tell.Stop()
				if it.err == nil && (it.delta.Queued || it.delta.Loading) {
					tell.Reset(localAgain)
				} else {
					limit.Stop()
				}
			case <-tell.C:
				if !yield(Delta{Queued: true}, nil) {
					return
				}
				tell.Reset(localAgain)
			case <-limit.C:
				yield(Delta{}, errs.New(errs.Timeout))
				return
			}
		}
	}
}
