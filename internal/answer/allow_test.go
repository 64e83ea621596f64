package answer

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestToolsTurnedOff checks that a disabled tool is not offered, and is not called even if the
// model names it. If a tool is disabled after it was offered, it is not called either.
func TestToolsTurnedOff(t *testing.T) {
	t.Parallel()
	c := &counted{}
	var off atomic.Value
	off.Store("dig")
	b := newBench(t, dbtest.OpenSQLite(t), Options{
		Tools:   []Tool{c.tool("look"), c.tool("dig")},
		Allowed: func(_ context.Context, owner, tool string) bool { return owner != alice || tool != off.Load() },
	})
	b.model.parts = []part{
		calls("", call("a", "dig", `{"n":1}`)),
		func(ctx context.Context, yield func(llm.Delta, error) bool) {
			off.Store("look")
			calls("", call("b", "look", `{"n":2}`))(ctx, yield)
		},
		says("不用了。"),
	}
	m := b.answer(b.turn(func(*Turn) {}))
	if m.State != stream.StateDone || c.n() != 0 {
		t.Errorf("%s, %d calls of tools that are off", outline(m), c.n())
	}
	asked := b.model.requests()
	if got := offeredTo(asked[0]); len(got) != 1 || got[0] != "look" {
		t.Errorf("offered %v", got)
	}
	if strings.Count(outline(m), "failed") != 2 {
		t.Errorf("the reader is told %s", outline(m))
	}
}

// TestAsks checks that the operator's setting of consent overrides the setting of the tool.
func TestAsks(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := newBench(t, dbtest.OpenSQLite(t), Options{
		Tools: []Tool{c.tool("look"), c.tool("dig", func(t *Tool) { t.Consent = ConsentEvery })},
		Asks: func(t Tool) Consent {
			return map[string]Consent{"look": ConsentOnce, "dig": ConsentNever}[t.Spec.Name]
		},
	})
	b.model.parts = []part{
		calls("", call("a", "dig", `{}`)), calls("", call("b", "look", `{}`)), says("好。"),
		calls("", call("c", "look", `{"n":2}`)), says("好。"),
	}
	r := b.start(b.turn(func(*Turn) {}))
	b.decide(r, "2.0.2.0", true, false)
	<-r.Done()
	m := b.answer(b.turn(func(t *Turn) { t.Index = 4 }))
	if m.State != stream.StateDone || c.n() != 3 {
		t.Errorf("%s, %d calls", outline(m), c.n())
	}
}

// TestUnattended checks an answer without a person to ask: only tools that need no consent are
// offered. If the model names another tool, it is not called, even if a consent for it is stored.
func TestUnattended(t *testing.T) {
	t.Parallel()
	c, must := &counted{}, &counted{}
	over := make(chan time.Time) // closed below; from then on, every wait for consent times out at once
	b := newBench(t, dbtest.OpenSQLite(t), Options{
		After: func(time.Duration) <-chan time.Time { return over },
		Tools: []Tool{c.tool("look"), must.tool("post", func(t *Tool) { t.Consent = ConsentEvery })},
		MoreTools: func(context.Context, Turn) []Tool {
			return []Tool{c.tool("mcp_home_read"), must.tool("mcp_home_light", func(t *Tool) { t.Consent = ConsentOnce })}
		},
	})
	all := func(t *Turn) { t.Profile.More = true }
	b.model.parts = []part{
		calls("", call("a", "mcp_home_light", `{"n":0}`)), says("好。"),
		calls("", call("b", "post", `{"n":1}`), call("c", "mcp_home_light", `{"n":2}`), call("d", "mcp_home_read", `{"n":3}`)), says("好。"),
	}
	r := b.start(b.turn(all))
	b.decide(r, "2.0.1.0", true, true)
	<-r.Done()
	before := must.n()
	close(over)
	m := b.answer(b.turn(all, func(t *Turn) { t.Index, t.Unattended = 4, true }))
	if m.State != stream.StateDone || before != 1 || must.n() != before || c.n() != 1 {
		t.Errorf("%s: %d calls that need consent, %d others", outline(m), must.n()-before, c.n())
	}
	for i, want := range [][]string{{"look", "post", "mcp_home_read", "mcp_home_light"}, 2: {"look", "mcp_home_read"}} {
		if got := offeredTo(b.model.requests()[i]); want != nil && !slices.Equal(got, want) {
			t.Errorf("request %d offers %v", i, got)
		}
	}
}
