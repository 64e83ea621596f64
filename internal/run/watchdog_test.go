package run

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// after waits until the time d has passed. When ctx ends first, it returns the error of ctx.
func after(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestWatchdog(t *testing.T) {
	t.Parallel()
	text := func(s string) func(*Out) error {
		return func(o *Out) error { return o.Emit(stream.Text{Msg: s}) }
	}
	status := func(o *Out) error {
		return o.Emit(stream.Status{Msg: "正在搜索"}, stream.Text{}, stream.SpeechType{Kind: stream.KindText})
	}
	queued := (*Out).Queued
	loading := (*Out).Loading
	alive := func(o *Out) error { o.Alive(); return nil }
	type act struct {
		wait time.Duration
		do   func(*Out) error
	}
	repeat := func(n int, a act) []act {
		acts := make([]act, n)
		for i := range acts {
			acts[i] = a
		}
		return acts
	}
	const s, m = time.Second, time.Minute
	tests := map[string]struct {
		acts  []act
		ends  time.Duration // time after the start
		done  bool          // true: complete; false: timed out
		text  string
		shown int // how often 排队中 was shown
	}{
		"silent":                       {ends: 60 * s},
		"quick":                        {acts: []act{{59 * s, text("a")}}, ends: 59 * s, done: true, text: "a"},
		"too late":                     {acts: []act{{61 * s, text("a")}}, ends: 60 * s},
		"status is no content":         {acts: []act{{50 * s, status}, {11 * s, text("a")}}, ends: 60 * s},
		"gaps under 90 s":              {acts: repeat(20, act{59 * s, text("a")}), ends: 20 * 59 * s, done: true, text: strings.Repeat("a", 20)},
		"a gap of 89 s":                {acts: []act{{1 * s, text("a")}, {89 * s, text("b")}}, ends: 90 * s, done: true, text: "ab"},
		"a gap of 91 s":                {acts: []act{{1 * s, text("a")}, {91 * s, text("b")}}, ends: 91 * s, text: "a"},
		"status counts after content":  {acts: []act{{1 * s, text("a")}, {80 * s, status}, {80 * s, text("b")}}, ends: 161 * s, done: true, text: "ab"},
		"queued":                       {acts: append(repeat(20, act{15 * s, queued}), act{59 * s, text("a")}), ends: 359 * s, done: true, text: "a", shown: 10},
		"queued, then silent":          {acts: []act{{30 * s, queued}, {10 * m, text("a")}}, ends: 90 * s, shown: 1},
		"queued for ever":              {acts: repeat(100, act{10 * s, queued}), ends: 10 * m, shown: 20},
		"queued counts not for a gap":  {acts: append([]act{{1 * s, text("a")}}, repeat(20, act{10 * s, queued})...), ends: 91 * s, text: "a"},
		"loading, then queued":         {acts: append(repeat(4, act{10 * s, loading}), act{10 * s, queued}, act{59 * s, text("a")}), ends: 109 * s, done: true, text: "a", shown: 1},
		"alive before content":         {acts: append(repeat(20, act{59 * s, alive}), act{59 * s, text("a")}), ends: 21 * 59 * s, done: true, text: "a"},
		"alive, then queued":           {acts: append([]act{{59 * s, alive}}, append(repeat(30, act{15 * s, queued}), act{59 * s, text("a")})...), ends: 59*s + 450*s + 59*s, done: true, text: "a", shown: 15},
		"alive, then silent":           {acts: []act{{30 * s, alive}, {10 * m, text("a")}}, ends: 90 * s},
		"alive in a gap":               {acts: append(append([]act{{1 * s, text("a")}}, repeat(5, act{80 * s, alive})...), act{80 * s, text("b")}), ends: 481 * s, done: true, text: "ab"},
		"content ends the queued wait": {acts: []act{{10 * s, queued}, {50 * s, text("a")}, {89 * s, text("b")}}, ends: 149 * s, done: true, text: "ab", shown: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				fake := newFake()
				m := newManager(Options{Logger: slog.New(slog.DiscardHandler)}, fake, nil)
				defer drainNow(m)
				begin := time.Now()
				left := make(chan struct{})
				r, _, err := m.Start(t.Context(), spec("conversation"), func(context.Context, *sql.Tx) error { return nil }, func(ctx context.Context, out *Out) error {
					defer close(left)
					for _, a := range test.acts {
						if err := after(ctx, a.wait); err != nil {
							return err
						}
						if err := a.do(out); err != nil {
							return err
						}
					}
					if test.done {
						return nil
					}
					return after(ctx, time.Hour)
				})
				if err != nil {
					t.Fatal(err)
				}
				rd, err := m.Open(t.Context(), "owner", r.ID(), 0)
				if err != nil {
					t.Fatal(err)
				}
				live, _ := readAll(t, rd, 0)
				if took := time.Since(begin); took != test.ends {
					t.Errorf("ended after %v, want %v", took, test.ends)
				}
				<-left // waits for the job to return; after a timeout the job returns because its context has ended
				msg := foldOf(decode(t, live, 0))
				want, code := stream.StateDone, ""
				if !test.done {
					want, code = stream.StateError, string(errs.Timeout)
				}
				if msg.State != want || msg.ErrorCode != code || msg.Text() != test.text {
					t.Errorf("%s %q %q", msg.State, msg.ErrorCode, msg.Text())
				}
				if !test.done && !strings.Contains(live, "event: timeout\n") {
					t.Errorf("no timeout event in %q", live)
				}
				if n := strings.Count(live, "排队中"); n != test.shown {
					t.Errorf("排队中 was shown %d times, want %d", n, test.shown)
				}
				if rec, _ := fake.byID(t.Context(), "owner", r.ID()); rec.State != want || fake.end[r.ID()] != 1 {
					t.Errorf("stored %d times as %s", fake.end[r.ID()], rec.State)
				}
			})
		})
	}
}

// TestPressure checks that a run waits for the disk while too much data is not stored, and then
// continues.
func TestPressure(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		piece string
		limit int // events that fit before the run waits
	}{
		"many small": {"a", maxFrames},
		"few large":  {strings.Repeat("a", 100<<10), 11},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				gate := make(chan struct{})
				fake := newFake()
				first := true
				fake.before = func([]*piece) error {
					if first {
						first = false
						return nil
					}
					<-gate
					return nil
				}
				m := newManager(Options{Logger: slog.New(slog.DiscardHandler)}, fake, nil)
				defer drainNow(m)
				emitted, begin := 0, make(chan struct{})
				const total = 20
				r, _, err := m.Start(t.Context(), spec("conversation"), func(context.Context, *sql.Tx) error { return nil }, func(_ context.Context, out *Out) error {
					<-begin
					for emitted < test.limit+total {
						if err := out.Emit(stream.Text{Msg: test.piece}); err != nil {
							return err
						}
						emitted++
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				close(begin)
				synctest.Wait()
				if emitted < test.limit-1 || emitted > test.limit {
					t.Errorf("%d events went ahead of the disk, want about %d", emitted, test.limit)
				}
				close(gate)
				<-r.Done()
				if r.State() != stream.StateDone || emitted != test.limit+total {
					t.Errorf("%s after %d events", r.State(), emitted)
				}
			})
		})
	}
}

// TestStopWhileWaitingForTheDisk stops a run whose job waits in Emit. Emit then returns ErrEnding,
// and Stop waits no longer than its limit.
func TestStopWhileWaitingForTheDisk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate, began := make(chan struct{}), make(chan struct{})
		fake := newFake()
		fake.before = func([]*piece) error {
			select {
			case <-began:
				<-gate
			default:
			}
			return nil
		}
		m := newManager(Options{Logger: slog.New(slog.DiscardHandler)}, fake, nil)
		defer drainNow(m)
		begin, left := make(chan struct{}), make(chan error, 1)
		_, _, err := m.Start(t.Context(), spec("conversation"), func(context.Context, *sql.Tx) error { return nil }, func(_ context.Context, out *Out) error {
			<-begin
			for {
				if err := out.Emit(stream.Text{Msg: "a"}); err != nil {
					left <- err
					return err
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		close(began)
		close(begin)
		synctest.Wait()
		at := time.Now()
		stopped, err := m.Stop(t.Context(), "owner", "conversation")
		if !stopped || !errs.Is(err, errs.StorageFail) || time.Since(at) != stopWait {
			t.Errorf("Stop on a disk that stalls: %v, %v after %v", stopped, err, time.Since(at))
		}
		if err := <-left; !errors.Is(err, ErrEnding) {
			t.Errorf("Emit: %v", err)
		}
		close(gate)
	})
}
