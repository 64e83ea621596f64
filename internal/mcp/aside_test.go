//go:build unix

package mcp

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// offered counts the tools that the answers of a conversation get.
func (b *bench) offered(owner, cid string) int {
	b.t.Helper()
	t := turnOf(owner)
	t.Place = func() (string, string) { return owner, cid }
	return len(b.MoreTools(context.Background(), t))
}

// TestAside puts a server aside in one conversation of one person.
func TestAside(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBench(t, d)
		_, h := mcpServer(t, func(s *sdk.Server) { echo(s) })
		id := b.add(Fields{Name: "家", URL: h.URL})
		b.test(id)
		put := func(owner, cid string, aside bool) error { return b.PutAside(t.Context(), owner, cid, id, aside) }
		for range 2 { // twice is the same
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
		if all, err := b.Here(t.Context(), ann, "conv-1"); err != nil || fmt.Sprint(all) != fmt.Sprintf("[{%s 家 1 true}]", id) {
			t.Errorf("%v %v", all, err)
		}
		if all, err := b.Here(t.Context(), visitor, "conv-1"); err != nil || len(all) != 0 {
			t.Errorf("a visitor has %v %v", all, err)
		}
		if err := b.PutAside(t.Context(), ann, "conv-1", "nobody", true); !errs.Is(err, errs.NotFound) {
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
