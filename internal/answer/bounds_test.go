package answer

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestBanEndsAnswer checks that an answer ends when its owner is banned: no further tool or
// model call is made, and the text so far is kept. If the database cannot be read, the answer
// continues.
func TestBanEndsAnswer(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		refusal  error
		from     int // number of the first call to MayContinue that returns the error `refusal`
		state    stream.State
		code     string
		tools    int
		requests int
		text     string
	}{
		"before a tool":        {errs.New(errs.ChatBanned), 1, stream.StateError, string(errs.ChatBanned), 0, 1, "我查一下。"},
		"before the next step": {errs.New(errs.ChatBanned), 2, stream.StateError, string(errs.ChatBanned), 1, 1, "我查一下。"},
		"before its tool":      {errs.New(errs.ChatBanned), 3, stream.StateError, string(errs.ChatBanned), 1, 2, "我查一下。"},
		"a failing database":   {errs.New(errs.StorageFail), 1, stream.StateDone, "", 2, 3, "好了。"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &counted{}
			var asked atomic.Int64
			b := newBench(t, dbtest.OpenSQLite(t), Options{Tools: []Tool{c.tool("look")}, MayContinue: func(_ context.Context, owner string) error {
				if n := asked.Add(1); owner != alice || int(n) >= test.from {
					return test.refusal
				}
				return nil
			}})
			b.model.parts = []part{
				calls("我查一下。", call("a", "look", `{"i":1}`)),
				calls("", call("b", "look", `{"i":2}`)),
				says("好了。"),
			}
			m := b.answer(b.turn())
			if m.State != test.state || m.ErrorCode != test.code || c.n() != test.tools || len(b.model.requests()) != test.requests || !strings.Contains(m.Text(), test.text) {
				t.Errorf("%s %s, %d calls, %d requests\n%s", m.State, m.ErrorCode, c.n(), len(b.model.requests()), outline(m))
			}
			if strings.Contains(outline(m), string(stream.PartRunning)) {
				t.Errorf("a call looks as if it went on:\n%s", outline(m))
			}
		})
	}
}

// TestBanOfAMember checks that in a project, a ban of the asker ends the answer.
func TestBanOfAMember(t *testing.T) {
	t.Parallel()
	const member = "a member of the project"
	c := &counted{}
	b := newBench(t, dbtest.OpenSQLite(t), Options{Tools: []Tool{c.tool("look")}, MayContinue: func(_ context.Context, person string) error {
		if person == member {
			return errs.New(errs.ChatBanned)
		}
		return nil
	}})
	b.model.parts = []part{calls("", call("a", "look", `{}`)), says("好了。")}
	turn := b.turn()
	turn.Asker = member
	if m := b.answer(turn); m.State != stream.StateError || m.ErrorCode != string(errs.ChatBanned) || c.n() != 0 {
		t.Errorf("%s %s, %d calls\n%s", m.State, m.ErrorCode, c.n(), outline(m))
	}
}

// TestBanDuringConsent checks that a tool is not called if the answer's owner was banned while the
// call waited for consent.
func TestBanDuringConsent(t *testing.T) {
	t.Parallel()
	c := &counted{}
	var banned atomic.Bool
	b := newBench(t, dbtest.OpenSQLite(t), Options{Tools: []Tool{c.sends(ConsentEvery)}, MayContinue: func(context.Context, string) error {
		if banned.Load() {
			return errs.New(errs.ChatBanned)
		}
		return nil
	}})
	b.model.parts = []part{calls("", call("a", "send", `{}`)), says("好了。")}
	r := b.start(b.turn())
	domaintest.Eventually(t, "it waits", func() bool { return r.Record().Waiting })
	banned.Store(true)
	b.decide(r, "2.0.1.0", true, false)
	<-r.Done()
	if m := b.sink.of(r.ID()); m.State != stream.StateError || m.ErrorCode != string(errs.ChatBanned) || c.n() != 0 {
		t.Errorf("%s %s, %d calls\n%s", m.State, m.ErrorCode, c.n(), outline(m))
	}
}

// TestLongestAnswerInSteps checks that an answer ends after half an hour, whether in a tool,
// between two steps, or while the model writes.
func TestLongestAnswerInSteps(t *testing.T) {
	t.Parallel()
	const longest = 30 * time.Minute
	for name, test := range map[string]struct {
		tool  time.Duration // time of each call
		words int           // words of the model before each call, one every half minute
	}{
		"tools that work for long":     {5 * time.Minute, 0},
		"a model that speaks for ever": {0, 80},
		"both":                         {4 * time.Minute, 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := &counted{}
				look := c.tool("look", func(tool *Tool) {
					tool.Timeout = time.Hour
					tool.Call = func(ctx context.Context, _ Call) (Result, error) {
						pause(ctx, test.tool)
						return Result{Text: "看了"}, ctx.Err()
					}
				})
				b := on(t, look)
				for i := range DefaultSteps {
					b.model.parts = append(b.model.parts, speaks(test.words, calls("", call("", "look", fmt.Sprintf(`{"i":%d}`, i)))))
				}
				begun := time.Now()
				r := b.start(b.turn())
				<-r.Done()
				m := b.sink.of(r.ID())
				if took := time.Since(begun).Round(time.Second); took != longest || m.ErrorCode != string(errs.AnswerTooLong) || !m.Cutoff {
					t.Errorf("after %s: %s %s, cut off: %v", took, m.State, m.ErrorCode, m.Cutoff)
				}
				if strings.Contains(outline(m), string(stream.PartRunning)) {
					t.Errorf("a call looks as if it went on:\n%s", outline(m))
				}
				b.shut()
			})
		})
	}
}

// speaks returns a part that yields a number of words, one every half minute, and then calls
// next.
func speaks(words int, next part) part {
	return func(ctx context.Context, yield func(llm.Delta, error) bool) {
		for range words {
			if pause(ctx, 30*time.Second); !yield(llm.Delta{Text: "字"}, ctx.Err()) || ctx.Err() != nil {
				return
			}
		}
		next(ctx, yield)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
