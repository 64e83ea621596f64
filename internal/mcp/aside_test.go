//go:build unix

package mcp

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// offered counts the tools offered to the answers of a conversation.
func (b *bench) offered(owner, cid string) int {
	b.t.Helper()
	t := turnOf(owner)
	t.Place = func() (string, string) { return owner, cid }
	return len(b.MoreTools(context.Background(), t))
}

// TestAside switches a server off in one conversation of one person. Other conversations and other
// people still get the server's tools.
func TestAside(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBench(t, d)
		_, h := mcpServer(t, func(s *sdk.Server) { echo(s) })
		id := b.add(Fields{Name: "家", URL: h.URL})
		b.test(id)
		put := func(owner, cid string, aside bool) error { return b.PutAside(t.Context(), owner, cid, "", id, aside) }
		for range 2 { // switching a server off twice is the same as once
			if err := put(ann, "conv-1", true); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			owner, cid string
			want       int
		}{{ann, "conv-1", 0}, {ann, "conv-2", 1}, {ann, "", 1}, {bob, "conv-1", 1}} {
			if got := b.offered(c.owner, c.cid); got != c.want {
				t.Errorf("%s in %q is offered %d tools, want %d", c.owner, c.cid, got, c.want)
			}
		}
		if all, err := b.Here(t.Context(), ann, "conv-1", ""); err != nil || fmt.Sprint(all) != fmt.Sprintf("[{%s 家 1 true}]", id) {
			t.Errorf("%v %v", all, err)
		}
		if all, err := b.Here(t.Context(), visitor, "conv-1", ""); err != nil || len(all) != 0 {
			t.Errorf("a visitor has %v %v", all, err)
		}
		if err := b.PutAside(t.Context(), ann, "conv-1", "", "nobody", true); !errs.Is(err, errs.NotFound) {
			t.Errorf("an unknown server: %v", err)
		}
		if err := put(ann, "conv-1", false); err != nil || b.offered(ann, "conv-1") != 1 {
			t.Errorf("it does not come back: %v", err)
		}
		drops := map[string]func() error{
			"the conversation": func() error {
				return d.InTx(t.Context(), func(tx *sql.Tx) error { return b.DropConversation(t.Context(), tx, ann, "conv-1") })
			},
			"the person": func() error { return b.Forget(t.Context(), ann) },
			"the server": func() error { return b.Delete(t.Context(), Everybody, id) },
		}
		for _, name := range []string{"the conversation", "the person", "the server"} {
			if err := put(ann, "conv-1", true); err != nil {
				t.Fatal(err)
			}
			if err := drops[name](); err != nil {
				t.Fatal(err)
			}
			var n int
			if err := d.Read().QueryRow(`SELECT COUNT(*) FROM mcp_aside`).Scan(&n); err != nil || n != 0 {
				t.Errorf("%d rows are left behind %s: %v", n, name, err)
			}
		}
	})
}

// TestAdded adds a server to an agent for one owner. Answers of the agent for this owner are then
// offered the server's tools. Other owners and other agents do not get the tools. If
// somebody else made the agent, each call needs consent.
func TestAdded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		agents := map[string]Agent{"cook": {ID: "cook"}, "draft-cook": {ID: "cook"}, "lamp": {ID: "lamp", Tools: []string{"mcp_home_echo"}}, "plain": {}}
		b := newBench(t, d, func(o *Options) {
			o.AgentOf = func(_ context.Context, _, id string) (Agent, error) {
				if a, ok := agents[id]; ok {
					return a, nil
				}
				return Agent{}, errs.New(errs.NotFound)
			}
		})
		_, h := mcpServer(t, func(s *sdk.Server) { echo(s) })
		id := b.add(Fields{Name: "home", URL: h.URL})
		b.test(id)
		added := func(owner, agent string) (n int) {
			turn := turnOf(owner)
			turn.Profile.Agent, turn.Profile.Foreign = agent, true
			for _, tool := range b.MoreTools(t.Context(), turn) {
				if tool.Added {
					n++
				}
				if tool.Consent != answer.ConsentEvery {
					t.Errorf("%s needs consent: %s", tool.Spec.Name, tool.Consent)
				}
			}
			return n
		}
		unused := func(owner, cid, agent string) bool {
			all, err := b.Here(t.Context(), owner, cid, agent)
			if err != nil || len(all) != 1 {
				t.Fatalf("%v %v", all, err)
			}
			return all[0].Aside
		}
		put := func(agent string, aside bool) {
			t.Helper()
			if err := b.PutAside(t.Context(), ann, "conv-1", agent, id, aside); err != nil {
				t.Fatal(err)
			}
		}
		for agent, want := range map[string]bool{"cook": true, "lamp": false, "plain": false, "": false} {
			if got := unused(ann, "conv-1", agent); got != want || added(ann, agent) != 0 {
				t.Errorf("%q at first: %v, %d added", agent, got, added(ann, agent))
			}
		}
		put("draft-cook", false)
		put("cook", false) // `draft-cook` is the same agent; a second addition changes nothing
		for _, c := range []struct {
			owner, agent string
			want         int
		}{{ann, "cook", 1}, {bob, "cook", 0}, {ann, "lamp", 0}, {ann, "", 0}} {
			if got := added(c.owner, c.agent); got != c.want || c.agent == "cook" && unused(c.owner, "conv-2", c.agent) == (c.want == 1) {
				t.Errorf("%s has added %d tools to %q, want %d", c.owner, got, c.agent, c.want)
			}
		}
		put("lamp", true) // the author of the agent `lamp` chose the tool, but conv-1 switches the server off
		if !unused(ann, "conv-1", "lamp") || unused(ann, "conv-2", "lamp") {
			t.Error("a server that the agent names is not set aside for one conversation")
		}
		put("cook", true)
		if !unused(ann, "conv-1", "cook") || added(ann, "cook") != 0 {
			t.Error("it is not taken out")
		}
		for name, fails := range map[string]func() error{
			"an unknown agent":            func() error { return b.PutAside(t.Context(), ann, "conv-1", "nobody's", id, false) },
			"the list for an unknown one": func() error { _, err := b.Here(t.Context(), ann, "conv-1", "nobody's"); return err },
			"an unknown server":           func() error { return b.PutAside(t.Context(), ann, "conv-1", "cook", "none", false) },
		} {
			if err := fails(); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		drops := map[string]func() error{
			"the agent": func() error {
				return d.InTx(t.Context(), func(tx *sql.Tx) error { return b.DropAgent(t.Context(), tx, "cook") })
			},
			"the person": func() error { return b.Forget(t.Context(), ann) },
			"the server": func() error { return b.Delete(t.Context(), Everybody, id) },
		}
		for _, name := range []string{"the agent", "the person", "the server"} {
			put("cook", false)
			if err := drops[name](); err != nil {
				t.Fatal(err)
			}
			var n int
			if err := d.Read().QueryRow(`SELECT COUNT(*) FROM mcp_added`).Scan(&n); err != nil || n != 0 {
				t.Errorf("%d rows are left behind %s: %v", n, name, err)
			}
		}
	})
}

// TestLimitsOfAsideAndAdded checks that an owner at a limit can store existing entries again, but no
// further entry.
func TestLimitsOfAsideAndAdded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBench(t, d, func(o *Options) {
			o.AgentOf = func(_ context.Context, _, id string) (Agent, error) { return Agent{ID: id}, nil }
		})
		id := b.add(Fields{Name: "home", URL: "https://example.com/mcp"})
		for _, c := range []struct {
			table, column string
			limit         int
			put           func(at string) error
		}{
			{"mcp_aside", "cid", maxAside, func(cid string) error { return b.PutAside(t.Context(), ann, cid, "", id, true) }},
			{"mcp_added", "agent_id", maxAdded, func(agent string) error { return b.PutAside(t.Context(), ann, "conv-1", agent, id, false) }},
		} {
			many := `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) INSERT INTO ` + c.table +
				` (owner_id, ` + c.column + `, server_id) SELECT $2, 'place-' || i, $3 FROM n`
			err := d.InTx(t.Context(), func(tx *sql.Tx) error {
				_, err := tx.ExecContext(t.Context(), many, c.limit-1, ann, id)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range []string{"the last", "the last", "place-1"} {
				if err := c.put(at); err != nil {
					t.Errorf("%s, %s: %v", c.table, at, err)
				}
			}
			if err := c.put("one more"); !errs.Is(err, errs.TooMany) {
				t.Errorf("%s, one more: %v", c.table, err)
			}
			var n int
			if err := d.Read().QueryRow(`SELECT COUNT(*) FROM ` + c.table).Scan(&n); err != nil || n != c.limit {
				t.Errorf("%s has %d rows: %v", c.table, n, err)
			}
		}
	})
}

// On PostgreSQL, calls at the same time do not exceed a limit together.
func TestCountedCallsWaitForEachOther(t *testing.T) {
	t.Parallel()
	b := newBench(t, dbtest.OpenPostgres(t))
	var id string
	err := domaintest.WhileLocked(t, b.DB, ann, nil, func() (err error) {
		id, err = b.Save(t.Context(), ann, Fields{URL: "https://example.com/mcp"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = domaintest.WhileLocked(t, b.DB, ann, nil, func() error { return b.PutAside(t.Context(), ann, "conv-1", "", id, true) })
	if err != nil {
		t.Error(err)
	}
}
