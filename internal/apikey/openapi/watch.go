package openapi

import (
	"context"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// watch ends an answer if its model is silent for too long, or if the answer takes too long in
// total. The caller reports progress with `beat` and calls `end` when the answer is complete.
func watch(ctx context.Context, w Waits) (_ context.Context, beat func(), end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	silence := time.AfterFunc(w.First, func() { cancel(errs.New(errs.Timeout)) })
	longest := time.AfterFunc(w.Longest, func() { cancel(errs.New(errs.AnswerTooLong)) })
	var mu sync.Mutex
	over := false
	beat = func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			silence.Reset(w.Next)
		}
	}
	return ctx, beat, func() {
		mu.Lock()
		over = true
		mu.Unlock()
		silence.Stop()
		longest.Stop()
		cancel(nil)
	}
}
