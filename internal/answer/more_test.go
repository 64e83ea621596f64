package answer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// withMore returns a bench with Options.MoreTools set.
func withMore(t *testing.T, more func(t Turn) []Tool, tools ...Tool) *bench {
	t.Helper()
	return newBench(t, dbtest.OpenSQLite(t), Options{
		Tools: tools, MoreTools: func(_ context.Context, turn Turn) []Tool { return more(turn) },
	})
}

func offeredTo(req llm.Request) (names []string) {
	for _, t := range req.Tools {
		names = append(names, t.Name)
	}
	return names
}

// TestMoreTools checks which profiles offer the owner's tools, and that a tool can be called.
func TestMoreTools(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := withMore(t, func(turn Turn) []Tool {
		if turn.Owner() != alice {
			return nil
		}
		added := c.tool("mcp_home_door")
		added.Added = true
		return []Tool{c.tool("mcp_home_light"), added}
	}, c.tool("look"))
	b.model.parts = []part{calls("", call("a", "mcp_home_light", `{"on":true}`)), says("好。"), says("好。"), says("好。")}
	m := b.answer(b.turn(func(t *Turn) { t.Profile.More = true }))
	if m.State != stream.StateDone || c.n() != 1 || !strings.Contains(outline(m), "mcp_home_light done") {
		t.Errorf("%s %s", m.State, outline(m))
	}
	b.answer(b.turn(func(t *Turn) { t.Index = 4 }))
	b.answer(b.turn(func(t *Turn) { t.Index, t.Profile.Tools = 6, []string{"mcp_home_light"} }))
	for i, want := range [][]string{0: {"look", "mcp_home_light", "mcp_home_door"}, 2: {"look", "mcp_home_door"}, 3: {"mcp_home_light", "mcp_home_door"}} {
		if got := offeredTo(b.model.requests()[i]); want != nil && !slices.Equal(got, want) {
			t.Errorf("request %d offers %v", i, got)
		}
	}
}

// TestMoreToolsThatMustNot checks three things. A tool is skipped if its name is taken or invalid, or if
// it lacks a required field. The number of offered tools is limited. A panic of MoreTools does not end
// the answer.
func TestMoreToolsThatMustNot(t *testing.T) {
	t.Parallel()
	c, evil := &counted{}, &counted{}
	b := withMore(t, func(turn Turn) []Tool {
		if turn.Index == 4 {
			panic("broken")
		}
		list := []Tool{
			evil.tool("look"), c.tool("mcp_a"), evil.tool("mcp_a"), evil.tool("x@1"),
			evil.tool("mcp_b", func(t *Tool) { t.Consent = "" }),
		}
		for i := range 200 {
			list = append(list, c.tool(fmt.Sprint("mcp_n", i)))
		}
		return list
	}, c.tool("look"))
	b.model.parts = []part{calls("", call("a", "look", `{}`), call("b", "mcp_a", `{}`)), says("好。"), says("好。")}
	more := func(t *Turn) { t.Profile.More = true }
	b.answer(b.turn(more))
	if c.n() != 2 || evil.n() != 0 {
		t.Errorf("%d calls, %d of the wrong ones", c.n(), evil.n())
	}
	if got := offeredTo(b.model.requests()[0]); len(got) != 1+maxMore {
		t.Errorf("%d tools are offered", len(got))
	}
	if m := b.answer(b.turn(more, func(t *Turn) { t.Index = 4 })); m.State != stream.StateDone {
		t.Errorf("%s %s", m.State, outline(m))
	}
}

// TestConsentToAVersion checks that a stored consent does not apply to a new version of a tool.
func TestConsentToAVersion(t *testing.T) {
	t.Parallel()
	c := &counted{}
	version := "1"
	b := withMore(t, func(Turn) []Tool {
		tool := c.sends(ConsentEvery)
		tool.Version = version
		return []Tool{tool}
	})
	for i, step := range []struct {
		version string
		asked   bool
	}{{"1", true}, {"1", false}, {"2", true}, {"2", false}} {
		version = step.version
		index := 2 * (i + 1)
		b.model.parts = append(b.model.parts, calls("", call("a", "send", `{}`)), says("好。"))
		r := b.start(b.turn(func(t *Turn) { t.Index, t.Profile.More = index, true }))
		if step.asked {
			b.decide(r, fmt.Sprint(index, ".0.1.0"), true, true)
		}
		<-r.Done()
		if m := b.sink.of(r.ID()); !strings.Contains(outline(m), "send done") || c.n() != i+1 {
			t.Errorf("%d: %s", i, outline(m))
		}
	}
}

// TestMoreToolsRemembered checks when Remembered lists the consent to an owner's tool. The consent is
// listed while the tool asks only once. It is no longer listed if the tool has another version, or if the
// tool asks every time. In a conversation with another author's agent, the tool always asks every time.
func TestMoreToolsRemembered(t *testing.T) {
	t.Parallel()
	c := &counted{}
	ask, version := ConsentOnce, "1"
	b := withMore(t, func(turn Turn) []Tool {
		return []Tool{c.tool("mcp_home_light", func(t *Tool) {
			if t.Consent, t.Version = ask, version; turn.Profile.Foreign {
				t.Consent = ConsentEvery
			}
		})}
	})
	by := func(other bool) func(string) bool { return func(string) bool { return other } }
	b.model.parts = []part{calls("", call("a", "mcp_home_light", `{}`)), says("好。")}
	r := b.start(b.turn(func(t *Turn) { t.Profile.More = true }))
	b.decide(r, "2.0.1.0", true, false)
	<-r.Done()
	want := []Remembered{{CID: conv, Tool: "mcp_home_light", Kept: "mcp_home_light@1"}}
	if got, err := b.Remembered(t.Context(), alice, by(false)); err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := b.Remembered(t.Context(), alice, by(true)); err != nil || len(got) > 0 {
		t.Errorf("with an agent of somebody else: %+v %v", got, err)
	}
	version = "2"
	if got, err := b.Remembered(t.Context(), alice, by(false)); err != nil || len(got) > 0 {
		t.Errorf("of another version: %+v %v", got, err)
	}
	ask, version = ConsentEvery, "1"
	if got, err := b.Remembered(t.Context(), alice, by(false)); err != nil || len(got) > 0 {
		t.Errorf("each time: %+v %v", got, err)
	}
}

// TestMoreToolsAfterRestart stops the server while a call to an owner's tool waits for consent. After
// the restart, the consent is given and the call is executed.
func TestMoreToolsAfterRestart(t *testing.T) {
	t.Parallel()
	c := &counted{}
	b := withMore(t, func(Turn) []Tool { return []Tool{c.sends(ConsentEvery)} })
	b.model.parts = []part{calls("", call("a", "send", `{}`))}
	r := b.start(b.turn(func(t *Turn) { t.Profile.More = true }))
	domaintest.Eventually(t, "it waits", func() bool { return r.Record().Waiting })
	next := b.restart()
	m := next.left()
	next.say("2.0.1.0", true, false)
	next.model.parts = []part{says("好。")}
	m = next.continueAnswer(m)
	if c.n() != 1 || m.State != stream.StateDone || !strings.Contains(outline(m), "send done") {
		t.Errorf("%d calls, %s\n%s", c.n(), m.State, outline(m))
	}
}
