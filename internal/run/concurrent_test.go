package run

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestCuts disconnects readers of a running answer at least 10,000 times at random places. Each
// reader continues after the last frame that it has seen. All pieces of a reader
// together equal the log, without gaps or repetitions.
func TestCuts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const readers, cuts = 50, 200 // 10,000 cuts on each engine
		h := open(t, d)
		var cut atomic.Int64
		r := h.start(t, spec("conversation"), func(_ context.Context, out *Out) error {
			// The answer lasts until the readers together have been disconnected often enough.
			for i := 0; i < 500 || cut.Load() < readers*cuts; i++ {
				if err := out.Emit(stream.Text{Msg: number("词", i)}); err != nil {
					return err
				}
				if seen := cut.Load(); i%8 == 7 {
					for last := out.Run().LastNumber(); last > 4*i && cut.Load() == seen; {
					}
				}
			}
			return nil
		})
		type result struct {
			hash uint64
			size int
		}
		results := make(chan result, readers)
		var all sync.WaitGroup
		for i := range readers {
			all.Go(func() {
				random := rand.New(rand.NewPCG(1, uint64(i)))
				hash, seen, size := fnv.New64a(), 0, 0
				for {
					rd, err := h.Open(t.Context(), "owner", r.ID(), seen)
					if err != nil {
						t.Errorf("Open from %d: %v", seen, err)
						return
					}
					for range 1 + random.IntN(4) {
						b, err := rd.Next(t.Context())
						if errors.Is(err, io.EOF) {
							results <- result{hash.Sum64(), size}
							return
						}
						if err != nil || b.First != seen+1 {
							t.Errorf("behind %d came %d, %v", seen, b.First, err)
							return
						}
						// A connection may break anywhere, so only some of the frames arrive.
						n := b.Last - b.First + 1
						if random.IntN(2) == 0 {
							n = 1 + random.IntN(n)
						}
						part := b.Bytes[:skip(b.Bytes, n)]
						hash.Write(part)
						size += len(part)
						seen += n
						if seen < b.Last {
							break
						}
					}
					cut.Add(1)
				}
			})
		}
		all.Wait()
		wait(t, "the end", r.Done())
		log, _ := h.read(t, r, 0)
		want := fnv.New64a()
		io.WriteString(want, log)
		close(results)
		n := 0
		for res := range results {
			n++
			if res.hash != want.Sum64() || res.size != len(log) {
				t.Errorf("a reader has %d bytes of %d", res.size, len(log))
			}
		}
		if n != readers || cut.Load() < readers*cuts {
			t.Errorf("%d readers, %d cuts", n, cut.Load())
		}
		h.same(t, r, log)
	})
}

// TestSlowReader suspends one reader. The run and another reader do not wait for it. When the suspended
// reader continues, it reads all frames.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	begin := make(chan struct{})
	r := h.start(t, spec("conversation"), func(_ context.Context, out *Out) error {
		<-begin
		for i := range 3 * maxFrames {
			if err := out.Emit(stream.Text{Msg: number("t", i)}); err != nil {
				return err
			}
		}
		return nil
	})
	slow, err := h.Open(t.Context(), "owner", r.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	first, err := slow.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	close(begin)
	quick, _ := h.read(t, r, 0)
	wait(t, "the end", r.Done())
	rest, _ := readAll(t, slow, first.Last)
	if string(first.Bytes)+rest != quick {
		t.Errorf("the slow reader has %d bytes, the quick one %d", len(first.Bytes)+len(rest), len(quick))
	}
	h.same(t, r, quick)
}

// TestSharedBytes checks that two readers get the same memory, not copies.
func TestSharedBytes(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	r := h.start(t, spec("conversation"), until(nil, "a"))
	var at [2]*byte
	for i := range at {
		rd, err := h.Open(t.Context(), "owner", r.ID(), 0)
		if err != nil {
			t.Fatal(err)
		}
		b, err := rd.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		at[i] = &b.Bytes[0]
	}
	if at[0] != at[1] {
		t.Error("a reader was given a copy")
	}
}

// TestReaderLeaves cancels a waiting reader while the run wakes it. The reader misses no frame, and
// the run keeps no reader.
func TestReaderLeaves(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	r := h.start(t, spec("conversation"), func(ctx context.Context, out *Out) error {
		for ctx.Err() == nil {
			if err := out.Emit(stream.Text{Msg: "a"}); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	rd, err := h.Open(t.Context(), "owner", r.ID(), 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for range 2000 {
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		b, err := rd.Next(ctx)
		if errors.Is(err, context.Canceled) {
			continue
		}
		if err != nil || b.First != seen+1 {
			t.Fatalf("behind %d came %d, %v", seen, b.First, err)
		}
		seen = b.Last
	}
	if _, err := h.Stop(t.Context(), "owner", "conversation"); err != nil {
		t.Fatal(err)
	}
	readAll(t, rd, seen)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.readers) != 0 {
		t.Errorf("%d readers still wait", len(r.readers))
	}
}

// TestStopRacesFinish stops answers before, during and after their own end. Each answer has exactly
// one end, and the reader, the run and the database agree on the end.
func TestStopRacesFinish(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const times, atOnce = 500, 10
		h := open(t, d)
		var outcomes [2]atomic.Int64
		var all sync.WaitGroup
		for lane := range atOnce {
			all.Go(func() {
				for i := range times / atOnce {
					cid := number(number("c", lane)+"_", i)
					release := make(chan struct{})
					r, _, err := h.Start(t.Context(), spec(cid), saveQuestion(cid), until(release, "a"))
					if err != nil {
						t.Errorf("Start: %v", err)
						return
					}
					switch i % 4 {
					case 0: // no race: the answer ends before Stop
						close(release)
						wait(t, "the end", r.Done())
					case 1: // no race: the answer cannot end by itself before Stop
						defer close(release)
					case 2:
						go close(release)
					case 3:
						close(release)
						runtime.Gosched()
					}
					if _, err := h.Stop(t.Context(), "owner", cid); err != nil {
						t.Errorf("Stop: %v", err)
					}
					wait(t, "the end", r.Done())
					live, _ := h.read(t, r, 0)
					m := h.same(t, r, live)
					switch {
					case m.State == stream.StateDone && m.Meta.StopReason == "stop":
						outcomes[0].Add(1)
					case m.State == stream.ManualStop && m.Meta.StopReason == "manualStop":
						outcomes[1].Add(1)
					default:
						t.Errorf("%s, stopped by %q", m.State, m.Meta.StopReason)
					}
					if strings.Count(live, "[DONE]") != 1 || strings.Count(live, `"type":"meta"`) != 1 || m.State == stream.StateDone && m.Text() != "a" {
						t.Errorf("frames: %q", live)
					}
				}
			})
		}
		all.Wait()
		s := h.Stats()
		if h.sink.calls.Load() != times || s.Ended[stream.StateDone]+s.Ended[stream.ManualStop] != times || s.Running != 0 {
			t.Errorf("%d ends stored, stats %+v", h.sink.calls.Load(), s)
		}
		if done, stopped := outcomes[0].Load(), outcomes[1].Load(); done < times/5 || stopped < times/5 || done+stopped != times {
			t.Errorf("%d were done, %d stopped", done, stopped)
		}
	})
}

func TestStop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		left := make(chan struct{})
		r := h.start(t, spec("conversation"), func(ctx context.Context, out *Out) error {
			defer close(left)
			return until(nil, "部", "分")(ctx, out)
		})
		for r.Message().Text() != "部分" {
		}
		if stopped, err := h.Stop(t.Context(), "owner", "conversation"); !stopped || err != nil {
			t.Fatalf("Stop: %v, %v", stopped, err)
		}
		// Stop returned, so the end is stored.
		live, _ := h.read(t, r, 0)
		if m := h.same(t, r, live); m.State != stream.ManualStop || m.Text() != "部分" || m.Meta.StopReason != "manualStop" {
			t.Errorf("stored: %s %q", m.State, m.Text())
		}
		if !strings.HasSuffix(live, "[DONE]\n\n") {
			t.Errorf("frames: %q", live)
		}
		wait(t, "the job", left)
		if stopped, err := h.Stop(t.Context(), "owner", "conversation"); stopped || err != nil {
			t.Errorf("Stop again: %v, %v", stopped, err)
		}
	})
}

// TestFoldOfFrames checks that applying the frames of a reader gives the stored
// message. It uses random events, which the job emits in two calls.
func TestFoldOfFrames(t *testing.T) {
	t.Parallel()
	h := open(t, dbtest.OpenSQLite(t))
	var n atomic.Int64
	word := rapid.SampledFrom([]string{"", "a", "词", "\n\n", "data: [DONE]", "\"", "  ", "[DONE]", "<|", "🙂", "id: 7\r\n"})
	event := rapid.Custom(func(t *rapid.T) stream.Event {
		w := word.Draw(t, "word")
		switch rapid.IntRange(0, 12).Draw(t, "event") {
		case 0, 1, 2, 3:
			return stream.Text{Msg: w}
		case 4, 5:
			return stream.Think{Title: word.Draw(t, "title"), Content: w, Status: rapid.IntRange(0, 2).Draw(t, "status")}
		case 6:
			return stream.Status{Msg: w}
		case 7:
			return stream.SearchGuid{Title: w, Docs: []stream.Doc{{Index: 1, Title: w}}}
		case 8:
			return stream.Step{Msg: w}
		case 9:
			return stream.ContinueStep{Msg: w}
		case 10:
			return stream.Reasoner{Msg: w}
		case 11:
			return stream.SpeechType{Kind: rapid.SampledFrom(stream.Kinds).Draw(t, "kind")}
		default:
			return stream.Text{Msg: w, Extra: stream.Extra{Mask: rapid.IntRange(0, 3).Draw(t, "mask")}}
		}
	})
	rapid.Check(t, func(rt *rapid.T) {
		events := rapid.SliceOfN(event, 0, 30).Draw(rt, "events")
		at := rapid.IntRange(0, len(events)).Draw(rt, "cut in two calls")
		cid := number("c", int(n.Add(1)))
		r := h.start(t, spec(cid), func(_ context.Context, out *Out) error {
			if err := out.Emit(events[:at]...); err != nil {
				return err
			}
			return out.Emit(events[at:]...)
		})
		live, _ := h.read(t, r, 0)
		wait(t, "the end", r.Done())
		h.same(t, r, live)
		want := stream.NewMessage()
		for _, e := range events {
			want.Apply(e)
		}
		if got := h.stored(t, r); got.Text() != want.Text() || got.Kind != want.Kind {
			rt.Errorf("kind and text: %s", cmp.Diff(want, got, sameMessage))
		}
	})
}
