package answer

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// decide decides about a call as soon as it waits.
func (b *bench) decide(r *run.Run, part string, allow, remember bool) {
	b.t.Helper()
	domaintest.Eventually(b.t, part+" waits", func() bool {
		return strings.Contains(outline(r.Message()), "tool "+part) && strings.Contains(outline(r.Message()), "waiting") && r.Record().Waiting
	})
	b.say(part, allow, remember)
	if ok, err := b.runs.Signal(context.Background(), alice, conv, SignalConsent, part); !ok || err != nil {
		b.t.Fatal(ok, err)
	}
}

func (b *bench) say(part string, allow, remember bool) {
	b.t.Helper()
	index, repeat, err := b.Decide(context.Background(), Decision{OwnerID: alice, CID: conv, Part: part, Allow: allow, Remember: remember}, unchecked)
	if err != nil || index < 2 || repeat != 0 {
		b.t.Fatal(index, repeat, err)
	}
}

func unchecked(*sql.Tx, int, int) error { return nil }

// sends returns a tool that has an irreversible effect and needs consent.
func (c *counted) sends(ask Consent) Tool {
	return c.tool("send", func(t *Tool) { t.Consent, t.Replay = ask, false })
}

func TestConsent(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ask             Consent
		allow, remember bool
		made            int // number of executed calls in two answers together; the model calls the tool once per answer
		asks            int // number of requests for consent
		want            string
	}{
		"allowed each time":            {ConsentEvery, true, false, 2, 2, "send："},
		"allowed once":                 {ConsentOnce, true, false, 2, 1, "send："},
		"allowed and remembered":       {ConsentEvery, true, true, 2, 1, "send："},
		"declined":                     {ConsentEvery, false, false, 0, 2, "用户没有同意"},
		"declined, and not remembered": {ConsentOnce, false, true, 0, 2, "用户没有同意"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &counted{}
			b := on(t, c.sends(test.ask))
			b.model.parts = []part{calls("", call("a", "send", `{}`)), says("好。"), calls("", call("b", "send", `{}`)), says("好。")}
			asked := 0
			for i, index := range []int{2, 4} {
				r := b.start(b.turn(func(t *Turn) { t.Index = index }))
				if i < test.asks {
					asked++
					b.decide(r, map[int]string{2: "2.0.1.0", 4: "4.0.1.0"}[index], test.allow, test.remember)
				}
				<-r.Done()
				m := b.sink.of(r.ID())
				want := "done"
				if !test.allow {
					want = "declined"
				}
				if m.State != stream.StateDone || !strings.Contains(outline(m), "send "+want) {
					t.Errorf("%s %s", m.State, outline(m))
				}
			}
			if c.n() != test.made || asked != test.asks {
				t.Errorf("%d calls, asked %d times", c.n(), asked)
			}
			got := toolResults(b.model.requests()[3])
			if !strings.Contains(got["b"], test.want) {
				t.Errorf("%v", got)
			}
		})
	}
}

// TestConsentAtOnce checks that two calls of one step need only one consent if the tool has
// ConsentOnce. Calls that need no consent start during the wait.
func TestConsentAtOnce(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := on(t, c.sends(ConsentOnce), c.tool("look"))
	b.model.parts = []part{calls("", call("a", "send", `{"to":1}`), call("b", "look", `{}`), call("c", "send", `{"to":2}`)), says("好。")}
	r := b.start(b.turn())
	domaintest.Eventually(t, "what needs no consent is done", func() bool { return strings.Contains(outline(r.Message()), "look done") })
	if c.n() != 1 {
		t.Errorf("%v", c.calls)
	}
	b.decide(r, "2.0.1.0", true, false)
	<-r.Done()
	if c.n() != 3 || strings.Count(outline(b.sink.of(r.ID())), "send done") != 2 {
		t.Errorf("%s", outline(b.sink.of(r.ID())))
	}
	if _, _, err := b.Decide(t.Context(), Decision{OwnerID: alice, CID: conv, Part: "2.0.1.2"}, unchecked); !errs.Is(err, errs.Decided) {
		t.Errorf("the other one still waits: %v", err)
	}
}

// shownFirst is an output whose Emit stores and shows the events, and calls the function `check` before
// it returns. The Emit of a run does not wait for the readers, so its caller may continue before
// readers see the events. With shownFirst, the readers always see the events first.
type shownFirst struct {
	*run.Out
	check func()
}

func (o shownFirst) Emit(events ...stream.Event) error {
	err := o.Out.Emit(events...)
	if err == nil {
		err = o.Commit(context.Background(), func(context.Context, *sql.Tx) error { return nil })
	}
	o.check()
	return err
}

// TestConsentAtOnceWithItsPart decides about a call as soon as readers see that it waits.
func TestConsentAtOnceWithItsPart(t *testing.T) {
	onBoth(t, func(c *counted) []Tool { return []Tool{c.sends(ConsentEvery), c.tool("look")} }, func(b *bench, c *counted) {
		var mu sync.Mutex
		seen := false
		b.through = func(out *run.Out) Output {
			return shownFirst{out, func() {
				mu.Lock()
				defer mu.Unlock()
				if seen || !b.journaled(`"waiting"`) {
					return
				}
				seen = true
				if _, _, err := b.Decide(context.Background(), Decision{OwnerID: alice, CID: conv, Part: "2.0.1.1", Allow: true}, unchecked); err != nil {
					t.Errorf("it waits on the page and nowhere else: %v", err)
					_, _ = b.runs.Stop(context.Background(), alice, conv)
				}
				if _, err := b.runs.Signal(context.Background(), alice, conv, SignalConsent, ""); err != nil {
					t.Error(err)
				}
			}}
		}
		b.model.parts = []part{calls("我来发。", call("a", "look", `{}`), call("b", "send", `{}`)), says("好。")}
		m := b.answer(b.turn())
		if !seen || c.n() != 2 || m.State != stream.StateDone || !strings.Contains(outline(m), "send done") {
			t.Errorf("seen %t, %d calls, %s\n%s", seen, c.n(), m.State, outline(m))
		}
	})
}

// TestConsentRefused checks the decisions that are refused.
func TestConsentRefused(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := on(t, c.sends(ConsentEvery))
	b.model.parts = []part{calls("", call("a", "send", `{}`)), says("好。"), calls("", call("b", "send", `{}`))}
	r := b.start(b.turn())
	domaintest.Eventually(t, "it waits", func() bool { return r.Record().Waiting })
	for name, d := range map[string]Decision{
		"another owner":        {OwnerID: "bob", CID: conv, Part: "2.0.1.0", Allow: true},
		"another conversation": {OwnerID: alice, CID: "conv-0002", Part: "2.0.1.0", Allow: true},
		"an unknown part":      {OwnerID: alice, CID: conv, Part: "9", Allow: true},
	} {
		if _, _, err := b.Decide(t.Context(), d, unchecked); !errs.Is(err, errs.NotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	b.decide(r, "2.0.1.0", false, false)
	again := Decision{OwnerID: alice, CID: conv, Part: "2.0.1.0", Allow: true}
	if _, _, err := b.Decide(t.Context(), again, unchecked); !errs.Is(err, errs.Decided) {
		t.Errorf("twice: %v", err)
	}
	<-r.Done()
	r = b.start(b.turn(func(t *Turn) { t.Index = 4 }))
	domaintest.Eventually(t, "it waits", func() bool { return r.Record().Waiting })
	if _, err := b.runs.Stop(t.Context(), alice, conv); err != nil {
		t.Fatal(err)
	}
	again.Part = "4.0.1.0"
	if _, _, err := b.Decide(t.Context(), again, unchecked); !errs.Is(err, errs.Decided) {
		t.Errorf("after the end: %v", err)
	}
	if c.n() != 0 {
		t.Errorf("%d calls", c.n())
	}
}

// TestConsentAfterRestart decides about a call that was waiting when the server ended.
func TestConsentAfterRestart(t *testing.T) {
	for name, allow := range map[string]bool{"allow": true, "decline": false} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(c *counted) []Tool { return []Tool{c.sends(ConsentEvery)} }, func(b *bench, c *counted) {
				b.model.parts = []part{calls("我来发。", call("a", "send", `{}`))}
				r := b.start(b.turn())
				domaintest.Eventually(t, "it waits", func() bool {
					return r.Record().Waiting && r.Message().State == stream.Running && strings.Contains(outline(r.Message()), "waiting")
				})
				next := b.restart()
				m := next.left()
				if m.State != stream.Interrupt || !strings.Contains(outline(m), "send waiting") {
					t.Fatalf("%s %s", m.State, outline(m))
				}
				next.say("2.0.1.0", allow, false)
				next.model.parts = []part{says("好。")}
				m = next.continueAnswer(m)
				made, state := 0, "declined"
				if allow {
					made, state = 1, "done"
				}
				if c.n() != made || m.State != stream.StateDone || !strings.Contains(outline(m), "send "+state) {
					t.Errorf("%d calls, %s\n%s", c.n(), m.State, outline(m))
				}
			})
		})
	}
}

// TestRefusedBesideWaiting checks that the result of a refused call survives a restart while another call
// of the step waits.
func TestRefusedBesideWaiting(t *testing.T) {
	onBoth(t, func(c *counted) []Tool { return []Tool{c.sends(ConsentEvery)} }, func(b *bench, _ *counted) {
		b.model.parts = []part{calls("", call("a", "missing", `{}`), call("b", "send", `{}`), call("c", "send", `{}`))}
		r := b.start(b.turn())
		domaintest.Eventually(t, "it waits", func() bool { return r.Record().Waiting && strings.Contains(outline(r.Message()), "waiting") })
		next := b.restart()
		next.say("2.0.1.1", true, false)
		next.model.parts = []part{says("好。")}
		next.continueAnswer(next.left())
		got := toolResults(next.model.requests()[0])
		if !strings.Contains(got["a"], "missing") || got["b"] == "" || got["c"] == "" {
			t.Errorf("%q", got)
		}
	})
}

// TestFirstFailureEndsTheAnswer makes the wait for consent fail while another call runs. It checks that
// the answer ends with the error of the wait, and not with the error of the cancelled call.
func TestFirstFailureEndsTheAnswer(t *testing.T) {
	t.Parallel()
	c, running := &counted{}, make(chan struct{})
	b := on(t, c.sends(ConsentEvery), c.tool("look", func(t *Tool) {
		t.Call = func(ctx context.Context, _ Call) (Result, error) {
			close(running)
			<-ctx.Done()
			return Result{}, ctx.Err()
		}
	}))
	b.model.parts = []part{calls("", call("a", "send", `{}`), call("b", "look", `{}`))}
	r := b.start(b.turn())
	<-running
	err := b.DB.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), "ALTER TABLE answer_consent RENAME TO lost")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := b.runs.Signal(t.Context(), alice, conv, SignalConsent, "2.0.1.0"); !ok || err != nil {
		t.Fatal(ok, err)
	}
	<-r.Done()
	if rec := r.Record(); rec.ErrorCode != string(errs.StorageFail) {
		t.Errorf("the answer is %s with the error %q", r.State(), rec.ErrorCode)
	}
}

// TestConsentLapses checks that a call is declined after ten minutes without a decision.
func TestConsentLapses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &counted{}
		b := on(t, c.sends(ConsentEvery))
		b.model.parts = []part{calls("", call("a", "send", `{}`)), says("好。")}
		begun := time.Now()
		r := b.start(b.turn())
		<-r.Done()
		m := b.sink.of(r.ID())
		if took := time.Since(begun).Round(time.Second); took != ConsentWait || m.State != stream.StateDone || !strings.Contains(outline(m), "send declined") {
			t.Errorf("after %s: %s %s", took, m.State, outline(m))
		}
		if got := toolResults(b.model.requests()[1])["a"]; !strings.Contains(got, "没有在时限内") || c.n() != 0 {
			t.Errorf("%q", got)
		}
		b.shut()
	})
}
