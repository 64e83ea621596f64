package answer

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// paced returns a model that yields the given number of pieces, one per second, each of n characters. At
// the end, the model calls the function `then`, which may be nil.
func paced(pieces, n int, then func(ctx context.Context)) modelFunc {
	return func(ctx context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		for range pieces {
			time.Sleep(time.Second)
			if !yield(llm.Delta{Text: strings.Repeat("字", n)}, nil) {
				return
			}
		}
		if then != nil {
			then(ctx)
		}
		if ctx.Err() != nil {
			yield(llm.Delta{}, ctx.Err())
			return
		}
		yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

// reviewed plays an answer with review and returns what a reader saw and what was logged.
func reviewed(ctx context.Context, m llm.Model, look Review) (o *recordedOutput, log string, err error) {
	var lines bytes.Buffer
	l, err := New(Options{Review: look, Log: slog.New(slog.NewTextHandler(&lines, nil))})
	if err != nil {
		return nil, "", err
	}
	o = &recordedOutput{}
	err = l.Run(ctx, plainTurn(m, ""), o)
	synctest.Wait()
	return o, lines.String(), err
}

// revoked reports whether the answer was revoked in the same way as for a forbidden word.
func revoked(o *recordedOutput) bool {
	end := o.events[max(0, len(o.events)-2):]
	return cmp.Equal(end, []stream.Event{stream.Revoke{Sensitive: true}, stream.SensitiveEnd{}}) && o.meta.StopReason == "filter"
}

func TestReviewLooksEvery300CharactersAndAtTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seen []int
		o, log, err := reviewed(t.Context(), paced(10, 100, nil), func(_ context.Context, at At, all string) (bool, error) {
			if at != (At{TraceID: "t", Part: partAnswer}) {
				t.Errorf("at %+v", at)
			}
			seen = append(seen, text.Len(all))
			return false, nil
		})
		if err != nil || revoked(o) || log != "" {
			t.Errorf("a good answer: %v %v %s", err, o.events, log)
		}
		if !slices.Equal(seen, []int{300, 600, 900, 1000}) {
			t.Errorf("looked at %v characters", seen)
		}
	})
}

func TestReviewIsOneAtATimeAndHoldsNothingUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int32
		last := 0
		began := time.Now()
		var answered time.Duration
		_, _, err := reviewed(t.Context(), paced(10, 300, func(context.Context) { answered = time.Since(began) }),
			func(_ context.Context, _ At, all string) (bool, error) {
				most.Store(max(most.Load(), now.Add(1)))
				defer now.Add(-1)
				time.Sleep(3500 * time.Millisecond)
				last = text.Len(all)
				return false, nil
			})
		if err != nil || most.Load() != 1 || last != 3000 || answered != 10*time.Second {
			t.Errorf("%v; %d at a time, the last saw %d characters, answered after %s", err, most.Load(), last, answered)
		}
	})
}

func TestReviewTakesAnAnswerAway(t *testing.T) {
	t.Parallel()
	bad := func(from int) Review {
		return func(_ context.Context, _ At, all string) (bool, error) { return text.Len(all) >= from, nil }
	}
	cases := map[string]struct {
		model modelFunc
		from  int
		after time.Duration
	}{
		"while the model goes on":   {paced(100, 100, nil), 300, 4 * time.Second},
		"while the model pauses":    {paced(3, 100, func(ctx context.Context) { <-ctx.Done() }), 300, 3 * time.Second},
		"by its last characters":    {paced(4, 100, nil), 400, 4 * time.Second},
		"that is short":             {paced(1, 2, nil), 1, time.Second},
		"that fails after all that": {fails(paced(4, 100, nil)), 400, 4 * time.Second},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				o, log, err := reviewed(t.Context(), c.model, bad(c.from))
				if err != nil || !revoked(o) {
					t.Errorf("%v %v", err, o.events)
				}
				if took := time.Since(began); took > c.after {
					t.Errorf("it was shown for %s", took)
				}
				if strings.Count(log, "withheld") != 1 || strings.Contains(log, "字") {
					t.Errorf("logged %s", log)
				}
			})
		})
	}
}

// fails returns a model that does the same as s but ends with an error.
func fails(s modelFunc) modelFunc {
	return func(ctx context.Context, req llm.Request, yield func(llm.Delta, error) bool) {
		s(ctx, req, func(d llm.Delta, err error) bool {
			if d.Finish != llm.FinishNone {
				err = errors.New("broken")
			}
			return yield(d, err)
		})
	}
}

func TestReviewThatFailsLetsThrough(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]Review{
		"error": func(context.Context, At, string) (bool, error) { return true, errors.New("no model") },
		"timeout": func(ctx context.Context, _ At, _ string) (bool, error) {
			<-ctx.Done()
			return false, ctx.Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				o, log, err := reviewed(t.Context(), paced(30, 100, nil), look)
				if err != nil || revoked(o) || o.meta.StopReason != "stop" {
					t.Errorf("%v %v", err, o.meta)
				}
				if strings.Count(log, "could not be reviewed") != 1 {
					t.Errorf("logged %s", log)
				}
				if took := time.Since(began); took > 30*time.Second+2*reviewWait {
					t.Errorf("it took %s", took)
				}
			})
		})
	}
}

func TestReviewEndsWithTheAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		o, log, err := reviewed(ctx, paced(4, 100, func(context.Context) { stop() }), func(ctx context.Context, _ At, _ string) (bool, error) {
			<-ctx.Done()
			return false, ctx.Err()
		})
		if !errors.Is(err, context.Canceled) || revoked(o) || log != "" {
			t.Errorf("stopped: %v %v %s", err, o.events, log)
		}
	})
}
