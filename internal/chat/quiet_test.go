package chat

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// quietAfter simulates runs that are making an answer until a given time.
type quietAfter struct {
	Runs
	busy time.Time
}

func (q quietAfter) Quiet(ctx context.Context) error {
	select {
	case <-time.After(time.Until(q.busy)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TestExtrasGiveWay checks that titles and follow-ups are requested as soon as no answer is
// running, and after quietWait at the latest. They are not requested for a caller that has
// disconnected.
func TestExtrasGiveWay(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		busy, limit time.Duration // how long answers run, and how long the caller waits
		after       time.Duration // when the model is called; 0: never
	}{
		"at once":            {0, time.Minute, 1},
		"behind answers":     {3 * time.Second, time.Minute, 3 * time.Second},
		"at last":            {time.Hour, time.Minute, quietWait},
		"the caller is gone": {time.Hour, 2 * time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				asked := time.Duration(0)
				model := script(func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
					asked = max(time.Since(begin), 1)
					says("好")(ctx, req, yield)
				})
				s := &Service{Options: Options{Runs: quietAfter{busy: begin.Add(tt.busy)}}}
				ctx, cancel := context.WithTimeout(t.Context(), tt.limit)
				defer cancel()
				got, err := s.completeWhenQuiet(ctx, begin, llm.Choice{Model: model}, "", nil)
				switch {
				case asked != tt.after:
					t.Errorf("the model was asked after %s, want %s", asked, tt.after)
				case tt.after == 0 && !errs.Is(err, errs.Timeout):
					t.Errorf("without an answer: %v", err)
				case tt.after > 0 && (got != "好" || err != nil):
					t.Errorf("%q, %v", got, err)
				}
			})
		})
	}
}

// TestTitlesAreBounded checks that at most titleCalls titles are made at the same time, and that further
// titles are dropped when titleQueue titles wait or are being made.
func TestTitlesAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		now, most, made := 0, 0, 0
		s := New(Options{Runs: quietAfter{}, Log: slog.New(slog.DiscardHandler)})
		for i := range titleQueue + 50 {
			s.queueTitle(fmt.Sprint(i), func(context.Context) error {
				mu.Lock()
				now++
				made++
				most = max(most, now)
				mu.Unlock()
				time.Sleep(time.Millisecond)
				mu.Lock()
				defer mu.Unlock()
				now--
				return nil
			})
		}
		s.background.Wait()
		if most != titleCalls || made != titleQueue {
			t.Errorf("%d titles were made, %d at the same time; want %d and %d", made, most, titleQueue, titleCalls)
		}
		s.queueTitle("", func(context.Context) error { made++; return nil })
		s.background.Wait()
		if made != titleQueue+1 {
			t.Error("there is no place again after all of them were made")
		}
	})
}
