package answer

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// left returns the answer that the crashed process left open. b is the bench after the restart; its
// recovery has stored the answer as interrupted.
func (b *bench) left() stream.Message {
	b.t.Helper()
	b.sink.mu.Lock()
	defer b.sink.mu.Unlock()
	for _, m := range b.sink.messages {
		return m
	}
	b.t.Fatal("no answer was left open")
	return stream.Message{}
}

func (b *bench) continueAnswer(m stream.Message) stream.Message {
	b.t.Helper()
	return b.answer(b.turn(func(t *Turn) { t.Partial = &m }))
}

// journaled reports whether a frame with the text is on disk.
func (b *bench) journaled(text string) bool {
	b.t.Helper()
	rows, err := b.DB.Read().Query(`SELECT data FROM run_frame`)
	if err != nil {
		b.t.Fatal(err)
	}
	defer rows.Close()
	found := false
	for rows.Next() {
		var data []byte
		if err := rows.Scan(&data); err != nil {
			b.t.Fatal(err)
		}
		found = found || strings.Contains(string(data), text)
	}
	if err := rows.Err(); err != nil {
		b.t.Fatal(err)
	}
	return found
}

// TestCrashBetweenSteps simulates a crash after a complete step, while the model writes text. The
// continued answer keeps this text, continues after it, and does not repeat the calls of the step.
func TestCrashBetweenSteps(t *testing.T) {
	tools := func(c *counted) []Tool {
		return []Tool{c.tool("look"), c.tool("send", func(t *Tool) { t.Replay = false })}
	}
	onBoth(t, tools, func(b *bench, c *counted) {
		hangs := make(chan struct{})
		b.model.parts = []part{
			calls("查一下。", call("a", "look", `{"x":1}`), call("b", "send", `{"to":"甲"}`)),
			func(ctx context.Context, yield func(llm.Delta, error) bool) {
				yield(llm.Delta{Text: "结果是"}, nil)
				close(hangs)
				<-ctx.Done()
			},
		}
		b.start(b.turn())
		<-hangs
		domaintest.Eventually(t, "the text is stored", func() bool { return b.journaled("结果是") })
		next := b.restart()
		m := next.left()
		if m.State != stream.Interrupt || !strings.Contains(outline(m), "send done") {
			t.Fatalf("%s\n%s", m.State, outline(m))
		}
		next.model.parts = []part{says("一千。")}
		m = next.continueAnswer(m)
		if m.State != stream.StateDone || m.Text() != "查一下。\n\n结果是一千。" || c.n() != 2 {
			t.Errorf("%s %q, %d calls\n%s", m.State, m.Text(), c.n(), outline(m))
		}
		req := next.model.requests()[0]
		if got := toolResults(req); !strings.Contains(got["b"], "send") || req.Messages[len(req.Messages)-2].Content != "结果是" {
			t.Errorf("%v %+v", got, req.Messages)
		}
		paired(t, req)
	})
}

// TestCrashInsideStep checks that an interrupted call is repeated if its tool allows a replay.
// Otherwise the model is informed of the interruption.
func TestCrashInsideStep(t *testing.T) {
	t.Parallel()
	c := &counted{}
	hangs, release := make(chan struct{}, 2), make(chan struct{})
	hang := func(tool *Tool) {
		make := tool.Call
		tool.Call = func(ctx context.Context, call Call) (Result, error) {
			r, err := make(ctx, call)
			select {
			case <-release:
				return r, err
			default:
			}
			hangs <- struct{}{}
			<-ctx.Done()
			return Result{}, ctx.Err()
		}
	}
	b := on(t, c.tool("look", hang), c.tool("send", hang, func(t *Tool) { t.Replay = false }))
	b.model.parts = []part{calls("", call("a", "look", `{"x":1}`), call("b", "send", `{"to":"甲"}`))}
	b.start(b.turn())
	<-hangs
	<-hangs
	next := b.restart()
	close(release)
	m := next.left()
	if m.State != stream.Interrupt {
		t.Fatal(m.State)
	}
	next.model.parts = []part{says("好。")}
	m = next.continueAnswer(m)
	got := toolResults(next.model.requests()[0])
	if c.n() != 3 || !strings.Contains(got["a"], "look") || !strings.Contains(got["b"], "结果不明") || m.State != stream.StateDone {
		t.Errorf("%d calls, told %v\n%s", c.n(), got, outline(m))
	}
	if !strings.Contains(outline(m), "tool 2.0.1.0 look done\ntool 2.0.1.1 send failed") {
		t.Errorf("%s", outline(m))
	}
}

// TestDamagedCheckpoint damages or deletes the checkpoint of a step. The answer must continue after the
// previous step.
func TestDamagedCheckpoint(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]string{
		"no JSON":          `UPDATE answer_step SET messages = '{' WHERE n = 2`,
		"no results":       `UPDATE answer_step SET messages = '[]' WHERE n = 2`,
		"other calls":      `UPDATE answer_step SET calls = '[]' WHERE n = 2`,
		"too many sources": `UPDATE answer_step SET calls = '[{"part":"x","state":"ended","count":9}]' WHERE n = 2`,
		"a step is gone":   `DELETE FROM answer_step WHERE n = 2`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &counted{}
			b := on(t, c.tool("look"))
			hangs := make(chan struct{})
			b.model.parts = []part{
				calls("", call("a", "look", `{"x":1}`)), calls("", call("b", "look", `{"x":2}`)), calls("", call("c", "look", `{"x":3}`)),
				func(ctx context.Context, _ func(llm.Delta, error) bool) { close(hangs); <-ctx.Done() },
			}
			b.start(b.turn())
			<-hangs
			next := b.restart()
			err := next.DB.InTx(context.Background(), func(tx *sql.Tx) error { _, err := tx.Exec(damage); return err })
			if err != nil {
				t.Fatal(err)
			}
			next.model.parts = []part{says("好。")}
			m := next.continueAnswer(next.left())
			if got := toolResults(next.model.requests()[0]); m.State != stream.StateDone || len(got) != 1 || got["a"] == "" {
				t.Errorf("%s %v", m.State, got)
			}
		})
	}
}

// TestHistoryHasCalls checks that the model gets the tool results of the last answers, and only the
// text of older answers.
func TestHistoryHasCalls(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := on(t, c.tool("look"))
	var earlier []Round
	for i := 1; i <= 5; i++ {
		b.model.parts = append(b.model.parts, calls("", call(fmt.Sprint("c", i), "look", fmt.Sprintf(`{"i":%d}`, i))), says(fmt.Sprint("答", i)))
		b.answer(b.turn(func(t *Turn) { t.Index, t.Earlier = 2*i, earlier }))
		earlier = append(earlier, Round{Index: 2 * i, Question: fmt.Sprint("问", i), Answer: fmt.Sprint("答", i), Tools: i%2 == 1})
	}
	b.answer(b.turn(func(t *Turn) { t.Index, t.Earlier = 12, earlier }))
	last := b.model.requests()[10]
	got := toolResults(last)
	if len(got) != toolRounds || !strings.Contains(got["c5"], `look：{"i":5}`) || got["c2"] != "" {
		t.Errorf("%v", got)
	}
	paired(t, last)
	b.answer(b.turn(func(t *Turn) { t.Index, t.Earlier, t.Choice.Info.Tools = 14, earlier, false }))
	if got := toolResults(b.model.requests()[11]); len(got) != 0 {
		t.Errorf("a model without tools was told of calls: %v", got)
	}
}

// TestMovesAndForgets checks that Move moves the rows of answers to another owner, and that Forget deletes
// them.
func TestMovesAndForgets(t *testing.T) {
	tools := func(c *counted) []Tool { return []Tool{c.tool("look", func(t *Tool) { t.Consent = ConsentOnce })} }
	onBoth(t, tools, func(b *bench, _ *counted) {
		count := func(owner, cid string) (n int) {
			t.Helper()
			for _, table := range []string{"answer_step", "answer_consent"} {
				var k int
				if err := b.DB.Read().QueryRow(`SELECT count(*) FROM `+table+` WHERE owner_id = $1 AND cid = $2`, owner, cid).Scan(&k); err != nil {
					t.Fatal(err)
				}
				n += k
			}
			return n
		}
		in := func(f func(tx *sql.Tx) error) {
			t.Helper()
			if err := b.DB.InTx(context.Background(), f); err != nil {
				t.Fatal(err)
			}
		}
		b.model.parts = []part{calls("", call("a", "look", `{}`)), says("好。")}
		r := b.start(b.turn())
		b.decide(r, "2.0.1.0", true, false)
		<-r.Done()
		if count(alice, conv) != 2 {
			t.Fatal("nothing is kept")
		}
		ctx := context.Background()
		in(func(tx *sql.Tx) error { return Move(ctx, tx, alice, "bob", map[string]string{conv: "conv-0002"}) })
		if count(alice, conv) != 0 || count("bob", "conv-0002") != 2 {
			t.Error("not moved")
		}
		in(func(tx *sql.Tx) error { return Forget(ctx, tx, "alice", "conv-0002") })
		if count("bob", "conv-0002") != 2 {
			t.Error("somebody else's are gone")
		}
		in(func(tx *sql.Tx) error { return Forget(ctx, tx, "bob", "conv-0002") })
		if count("bob", "conv-0002") != 0 {
			t.Error("not forgotten")
		}
	})
}

// TestTemporary checks that a temporary conversation stores its steps only in the database in memory.
func TestTemporary(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := on(t, c.tool("look"))
	b.model.parts = []part{calls("", call("a", "look", `{}`)), says("好。")}
	b.answer(b.turn(func(t *Turn) { t.Private = true }))
	for _, d := range []struct {
		read *sql.DB
		want int
	}{{b.DB.Read(), 0}, {b.Memory.Read(), 1}} {
		var n int
		if err := d.read.QueryRow(`SELECT count(*) FROM answer_step`).Scan(&n); err != nil || n != d.want {
			t.Errorf("%d rows, want %d: %v", n, d.want, err)
		}
	}
}

// TestWithheldKeepsNothing checks that the steps of a withheld answer are deleted.
func TestWithheldKeepsNothing(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := on(t, c.tool("look"))
	b.FilterFor = func(context.Context, string) Filter { return forbids("秘密") }
	b.model.parts = []part{calls("查一下。", call("a", "look", `{"x":"y"}`)), says("这是秘密。")}
	m := b.answer(b.turn())
	var n int
	if err := b.DB.Read().QueryRow(`SELECT count(*) FROM answer_step`).Scan(&n); err != nil || n != 0 || m.State != stream.Sensitive {
		t.Errorf("%s, %d steps are kept: %v", m.State, n, err)
	}
}

// forbids is a Filter that withholds texts containing the word.
type forbids string

func (f forbids) Check(_ At, text string) (string, bool) {
	return text, strings.Contains(text, string(f))
}
func (f forbids) Begin(At) FilterStream            { return f }
func (f forbids) Clean(text string) bool           { return !strings.Contains(text, string(f)) }
func (f forbids) Write(text string) (string, bool) { return text, strings.Contains(text, string(f)) }
func (f forbids) Flush() (string, bool)            { return "", false }
