package run

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// quick has short times for tests. They are long enough for a busy machine, where looks and beats come
// late. After a delay of more than five intervals, a look judges no node lost (see judge.look).
var quick = Lease{Beat: 100 * time.Millisecond, Look: 200 * time.Millisecond, Lost: 3 * time.Second}

// node opens one of several managers on the same database.
func node(t testing.TB, d *db.DB, name string, change ...func(*Options)) *harness {
	t.Helper()
	h := reopen(t, d, append([]func(*Options){func(o *Options) { o.Node, o.Lease = name, quick }}, change...)...)
	if _, err := h.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

// crash ends a node as kill -9 would: the node no longer raises its counter and writes
// nothing, and its lease stays.
func (h *harness) crash() {
	h.closeOnce.Do(func() {
		h.end()
		h.background.Wait()
		h.main.close()
	})
	for _, r := range h.all() {
		r.lose(errTermLost) // a real crash ends the job together with its process
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	l := Lease{}.withDefaults()
	begin := time.Now()
	type look struct {
		at    time.Duration
		beats map[string]int64
		lost  string
	}
	tests := map[string][]look{
		"beats":        {{0, map[string]int64{"a": 1}, ""}, {10 * time.Second, map[string]int64{"a": 2}, ""}, {20 * time.Second, map[string]int64{"a": 3}, ""}},
		"stands still": {{0, map[string]int64{"a": 1, "b": 1}, ""}, {4 * time.Second, map[string]int64{"a": 1, "b": 2}, ""}, {8 * time.Second, map[string]int64{"a": 1, "b": 3}, ""}, {12 * time.Second, map[string]int64{"a": 1, "b": 4}, ""}, {15 * time.Second, map[string]int64{"a": 1, "b": 5}, "a"}},
		"nobody looked": {
			{0, map[string]int64{"a": 1}, ""}, {20 * time.Second, map[string]int64{"a": 1}, ""}, {24 * time.Second, map[string]int64{"a": 1}, ""},
			{28 * time.Second, map[string]int64{"a": 1}, ""}, {32 * time.Second, map[string]int64{"a": 1}, ""}, {35 * time.Second, map[string]int64{"a": 1}, "a"},
		},
		"itself": {{0, map[string]int64{"me": 1}, ""}, {4 * time.Second, map[string]int64{"me": 1}, ""}, {8 * time.Second, map[string]int64{"me": 1}, ""}, {12 * time.Second, map[string]int64{"me": 1}, ""}, {16 * time.Second, map[string]int64{"me": 1}, ""}},
		"a new one": {{0, nil, ""}, {4 * time.Second, nil, ""}, {8 * time.Second, nil, ""}, {12 * time.Second, map[string]int64{"a": 1}, ""}, {16 * time.Second, map[string]int64{"a": 1}, ""},
			{20 * time.Second, map[string]int64{"a": 1}, ""}, {24 * time.Second, map[string]int64{"a": 1}, ""}, {27 * time.Second, map[string]int64{"a": 1}, "a"}},
	}
	for name, looks := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var j judge
			for _, look := range looks {
				var all []lease
				for id, beat := range look.beats {
					all = append(all, lease{id: id, term: 1, beat: beat})
				}
				var lost []string
				for _, l := range j.look(begin.Add(look.at), "me", all, l) {
					lost = append(lost, l.id)
				}
				if got := strings.Join(lost, " "); got != look.lost {
					t.Errorf("after %s lost %q, want %q", look.at, got, look.lost)
				}
			}
		})
	}
	// The same counter in a new term means that the node has restarted.
	var j judge
	j.look(begin, "me", []lease{{"a", 1, 7}}, l)
	for _, s := range []int{4, 8, 12} {
		j.look(begin.Add(time.Duration(s)*time.Second), "me", []lease{{"a", 1, 7}}, l)
	}
	if lost := j.look(begin.Add(15*time.Second), "me", []lease{{"a", 2, 7}}, l); lost != nil {
		t.Errorf("a new term was judged lost: %v", lost)
	}
}

// TestLostNode kills one of two nodes and starts a third node. The run of the lost node is
// interrupted and can be continued. The run of the other node continues.
func TestLostNode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		a, b := node(t, d, "a"), node(t, d, "b")
		release := make(chan struct{})
		dead := a.start(t, spec("dead"), until(nil, "半"))
		living := b.start(t, spec("living"), until(release, "全"))
		domaintest.Eventually(t, "the text", func() bool { return dead.LastNumber() == 2 && living.LastNumber() == 2 })
		a.crash()
		c := node(t, d, "c")
		domaintest.Eventually(t, "the recovery", func() bool {
			return c.count(t, `SELECT COUNT(*) FROM run WHERE id = $1 AND ended_at > 0`, dead.ID()) == 1
		})
		if m := c.stored(t, dead); m.State != stream.Interrupt || m.Text() != "半" {
			t.Errorf("the dead node's run ended as %s %q", m.State, m.Text())
		}
		if n := c.count(t, `SELECT COUNT(*) FROM run WHERE id = $1 AND fence = 2`, dead.ID()); n != 1 {
			t.Error("the fence was not raised")
		}
		next := spec("dead")
		m := c.stored(t, dead)
		next.Base = &m
		again := b.start(t, next, says("完"))
		wait(t, "the end", again.Done())
		close(release)
		wait(t, "the end", living.Done())
		for r, want := range map[*Run]string{again: "半完", living: "全"} {
			if m := b.stored(t, r); m.State != stream.StateDone || m.Text() != want {
				t.Errorf("%s ended as %s %q", r.ConversationID(), m.State, m.Text())
			}
		}
		if n := c.count(t, `SELECT COUNT(*) FROM node`); n != 2 {
			t.Errorf("%d nodes have a lease", n)
		}
	})
}

// TestFenced suspends a node for longer than its lease, and another node ends the runs of the
// suspended node. When the suspended node continues, it stores nothing, and its readers get an error.
// Then the node works again.
func TestFenced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		slow := Lease{Beat: time.Hour, Look: time.Hour, Lost: time.Hour}
		a := node(t, d, "a", func(o *Options) { o.Lease = slow })
		more := make(chan struct{})
		r := a.start(t, spec("c"), func(ctx context.Context, out *Out) error {
			if err := out.Emit(stream.Text{Msg: "半"}); err != nil {
				return err
			}
			<-more
			if err := out.Emit(stream.Text{Msg: "全"}); err != nil {
				return err
			}
			if err := out.Commit(ctx, saveQuestion("late")); err == nil {
				t.Error("a commit under an old fence succeeded")
			}
			return nil
		})
		rd, err := r.Read(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		domaintest.Eventually(t, "the text", func() bool { return r.LastNumber() == 2 })
		b := node(t, d, "b")
		domaintest.Eventually(t, "the recovery", func() bool {
			return b.count(t, `SELECT COUNT(*) FROM run WHERE ended_at > 0`) == 1
		})
		close(more)
		wait(t, "the run to end where it began", r.Done())
		live, rest := readAll(t, rd, 0)
		if len(decode(t, live, 0)) != 2 || !strings.Contains(rest, string(errs.Restarted)) {
			t.Errorf("the reader got %q and was told %q", live, rest)
		}
		if r.State() != stream.Interrupt {
			t.Errorf("it ended as %s", r.State())
		}
		if m := b.stored(t, r); m.Text() != "半" || b.sink.calls.Load() != 1 || a.sink.calls.Load() != 0 {
			t.Errorf("stored %q by %d and %d calls", m.Text(), a.sink.calls.Load(), b.sink.calls.Load())
		}
		if b.count(t, `SELECT COUNT(*) FROM question WHERE cid = 'late'`) != 0 {
			t.Error("rows of an old fence were stored")
		}
		domaintest.Eventually(t, "a new term", func() bool { return b.count(t, `SELECT COUNT(*) FROM node WHERE id = 'a'`) == 1 })
		again := a.start(t, spec("d"), says("好"))
		wait(t, "the end", again.Done())
		if again.State() != stream.StateDone {
			t.Errorf("after it came back a run ended as %s", again.State())
		}
	})
}

// TestFenceOfOneRun raises the fence of a single run in the database. The process of the run still
// uses the old fence, so it can no longer store the end of the run.
func TestFenceOfOneRun(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := open(t, d)
		begin := make(chan struct{})
		r := h.start(t, spec("c"), until(begin, "半"))
		if err := d.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE run SET fence = fence + 1`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		close(begin)
		wait(t, "the end", r.Done())
		if h.sink.calls.Load() != 0 || h.count(t, `SELECT COUNT(*) FROM run WHERE ended_at = 0`) != 1 {
			t.Error("a run with an old fence stored its end")
		}
		if r.State() != stream.StateDone && r.State() != stream.Interrupt {
			t.Errorf("it ended as %s", r.State())
		}
	})
}

// TestOneOpenRun starts two answers in one conversation at the same time, on two nodes. Only one answer
// starts; the other node returns Busy and the started run.
func TestOneOpenRun(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		nodes := []*harness{node(t, d, "a"), node(t, d, "b")}
		release := make(chan struct{})
		type result struct {
			r       *Run
			outcome Outcome
			err     error
		}
		for round := range 10 {
			cid := number("c", round)
			results := make(chan result, len(nodes))
			for _, n := range nodes {
				go func() {
					r, o, err := n.Start(t.Context(), spec(cid), saveQuestion(cid), until(release, "一"))
					results <- result{r, o, err}
				}()
			}
			one, two := <-results, <-results
			if one.outcome != Started {
				one, two = two, one
			}
			if one.outcome != Started || two.outcome != Busy || !errs.Is(two.err, errs.Busy) || two.r == nil || two.r.ID() != one.r.ID() {
				t.Fatalf("round %d: %+v and %+v", round, one, two)
			}
			if n := nodes[0].count(t, `SELECT COUNT(*) FROM question WHERE cid = $1`, cid); n != 1 {
				t.Errorf("%d questions were stored", n)
			}
		}
		close(release)
	})
}

// TestRepeatedElsewhere repeats a request on another node, during the run and after its end. Both
// times the other node returns the first run.
func TestRepeatedElsewhere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		a, b := node(t, d, "a"), node(t, d, "b")
		release := make(chan struct{})
		s := spec("c")
		s.RequestID = "request"
		first := a.start(t, s, until(release, "一"))
		for i := range 2 {
			r, outcome, err := b.Start(t.Context(), s, saveQuestion("c"), says("二"))
			if err != nil || outcome != Attached || r.ID() != first.ID() {
				t.Fatalf("again: %v, %v", outcome, err)
			}
			if i == 0 {
				close(release)
				wait(t, "the end", first.Done())
			}
			rd, err := r.Read(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			frames, _ := readAll(t, rd, 0)
			if m := foldOf(decode(t, frames, 0)); m.Text() != "一" || m.State != stream.StateDone {
				t.Errorf("read %q, %s", m.Text(), m.State)
			}
		}
		if n := a.count(t, `SELECT COUNT(*) FROM question`); n != 1 {
			t.Errorf("%d questions were stored", n)
		}
	})
}

// TestReadElsewhere reads a running answer on another node, beginning at several frame numbers.
// The bytes equal the stored bytes.
func TestReadElsewhere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		a, b := node(t, d, "a"), node(t, d, "b")
		const words = 200
		step := make(chan struct{})
		r := a.start(t, spec("c"), func(ctx context.Context, out *Out) error {
			for i := range words {
				if err := out.Emit(stream.Text{Msg: number("词", i)}); err != nil {
					return err
				}
				<-step
			}
			return nil
		})
		other, err := b.Current(t.Context(), "owner", "c")
		if err != nil || other == nil || other == r || other.ID() != r.ID() {
			t.Fatalf("Current: %v, %v", other, err)
		}
		if got, err := b.Current(t.Context(), "somebody", "c"); got != nil || err != nil {
			t.Errorf("somebody else got %v, %v", got, err)
		}
		if now, err := b.Answering(t.Context(), "owner", []string{"c", "d"}); err != nil || !now["c"] || now["d"] {
			t.Errorf("Answering: %v, %v", now, err)
		}
		results := make(chan string)
		read := func(from int) {
			rd, err := b.Open(t.Context(), "owner", r.ID(), from)
			if err != nil {
				t.Errorf("Open from %d: %v", from, err)
				results <- ""
				return
			}
			frames, _ := readAll(t, rd, from)
			results <- frames
		}
		readers := 0
		for i := range words {
			if i%40 == 0 {
				domaintest.Eventually(t, "the text", func() bool { return r.LastNumber() == i+2 })
				from := r.LastNumber() - 1
				readers++
				go read(from)
			}
			step <- struct{}{}
		}
		wait(t, "the end", r.Done())
		log, _ := a.read(t, r, 0)
		for range readers {
			if frames := <-results; frames == "" || !strings.HasSuffix(log, frames) {
				t.Errorf("a reader got %d bytes that are not the end of the log", len(frames))
			}
		}
		wait(t, "the mirror's end", other.Done())
		if m := other.Message(); m.Text() != foldOf(decode(t, log, 0)).Text() {
			t.Error("the mirror's message differs from the log")
		}
		if _, err := b.Open(t.Context(), "owner", r.ID(), 10_000); !errs.Is(err, errs.BadRequest) {
			t.Errorf("a number that is none: %v", err)
		}
	})
}

// TestStopElsewhere sends signals to a run through another node and then stops it there. Another
// owner can neither signal nor stop the run.
func TestStopElsewhere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		a, b := node(t, d, "a"), node(t, d, "b")
		got := make(chan Signal, 4)
		r := a.start(t, spec("c"), func(ctx context.Context, out *Out) error {
			if err := out.Emit(stream.Text{Msg: "半"}); err != nil {
				return err
			}
			for {
				select {
				case s := <-out.Signals():
					got <- s
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		})
		for _, payload := range []string{"1", "2"} {
			if ok, err := b.Signal(t.Context(), "owner", "c", "consent", payload); !ok || err != nil {
				t.Fatalf("Signal: %v, %v", ok, err)
			}
		}
		if ok, err := b.Signal(t.Context(), "somebody", "c", "consent", "3"); ok || err != nil {
			t.Errorf("somebody else signalled: %v, %v", ok, err)
		}
		for _, want := range []string{"1", "2"} {
			if s := <-got; s != (Signal{"consent", want}) {
				t.Errorf("got %v", s)
			}
		}
		if ok, err := b.Stop(t.Context(), "somebody", "c"); ok || err != nil {
			t.Errorf("somebody else stopped: %v, %v", ok, err)
		}
		if ok, err := b.Stop(t.Context(), "owner", "c"); !ok || err != nil {
			t.Fatalf("Stop: %v, %v", ok, err)
		}
		wait(t, "the end", r.Done())
		if r.State() != stream.ManualStop {
			t.Errorf("it ended as %s", r.State())
		}
		if ok, err := b.Stop(t.Context(), "owner", "c"); ok || err != nil {
			t.Errorf("again: %v, %v", ok, err)
		}
		if n := b.count(t, `SELECT COUNT(*) FROM run_signal`); n != 0 {
			t.Errorf("%d signals are left", n)
		}
	})
}

// TestHandOver checks an orderly shutdown of a node: its run is interrupted, and its lease is
// removed at once.
func TestHandOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		a, b := node(t, d, "a"), node(t, d, "b")
		r := a.start(t, spec("c"), until(nil, "半"))
		mirror, err := b.Current(t.Context(), "owner", "c")
		if err != nil {
			t.Fatal(err)
		}
		drainNow(a.Manager)
		wait(t, "the mirror's end", mirror.Done())
		if m := b.stored(t, r); m.State != stream.Interrupt {
			t.Errorf("it ended as %s", m.State)
		}
		if n := b.count(t, `SELECT COUNT(*) FROM node WHERE id = 'a'`); n != 0 {
			t.Error("its lease is still there")
		}
	})
}

// TestMovedElsewhere gives a conversation to another owner on node b while its answer runs on node a.
// On both nodes the new owner can find and read the answer. A stop on node b ends the answer.
func TestMovedElsewhere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		a, b := node(t, d, "a"), node(t, d, "b")
		r := a.start(t, spec("c"), until(nil, "半"))
		if err := d.InTx(t.Context(), func(tx *sql.Tx) error { return Move(t.Context(), tx, "owner", "account", nil) }); err != nil {
			t.Fatal(err)
		}
		b.Moved("owner", "account", nil)
		for _, n := range []*harness{a, b} {
			other, err := n.Current(t.Context(), "account", "c")
			if err != nil || other == nil || other.ID() != r.ID() {
				t.Fatalf("Current: %v, %v", other, err)
			}
			if _, err := n.Open(t.Context(), "account", r.ID(), 0); err != nil {
				t.Errorf("Open: %v", err)
			}
			if _, outcome, err := n.Start(t.Context(), func() Spec { s := spec("c"); s.OwnerID = "account"; return s }(), saveQuestion("c"), says("二")); outcome != Busy {
				t.Errorf("Start: %v, %v", outcome, err)
			}
		}
		if ok, err := b.Stop(t.Context(), "account", "c"); !ok || err != nil {
			t.Errorf("Stop: %v, %v", ok, err)
		}
	})
}

// TestNoTermNoWrite checks that a node without a lease cannot start a run and stores nothing.
func TestNoTermNoWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		tables(t, d)
		h := reopen(t, d, func(o *Options) { o.Node = "a" })
		if _, _, err := h.Start(t.Context(), spec("c"), saveQuestion("c"), says("一")); !errs.Is(err, errs.StorageFail) || !errors.Is(err, errTermLost) {
			t.Errorf("Start: %v", err)
		}
		if n := h.count(t, `SELECT (SELECT COUNT(*) FROM run) + (SELECT COUNT(*) FROM question)`); n != 0 {
			t.Errorf("%d rows were stored", n)
		}
	})
}
