package llm

import (
	"context"
	"iter"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// A local server often has one place to answer in, and reads a long question
// slowly: it says nothing while it works for somebody else, and is not dead.
const (
	LocalWait  = 5 * time.Minute  // for the first event of a local server
	localQuiet = 2 * time.Second  // until the reader is told
	localAgain = 15 * time.Second // and is told again

	ahead = 64 // deltas that wait to be shown, so that the reader of the answer is seldom woken for one alone
)

// patient streams the answer of a local server: until something of it comes, it
// says from time to time that the server is alive, for at most LocalWait.
func patient(ctx context.Context, m Model, req Request) iter.Seq2[Delta, error] {
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
			for range items { // the stream ends with its context
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
