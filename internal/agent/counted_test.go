//go:build unix

package agent

import (
	"database/sql"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// On PostgreSQL, calls at the same time do not exceed the limits together.
func TestLimitsHoldForCallsAtTheSameTime(t *testing.T) {
	t.Parallel()
	h := newHarness(t, dbtest.OpenPostgres(t))
	fill := func(tx *sql.Tx) error {
		for range MaxAgents {
			if err := agentdb.New(tx).InsertAgent(t.Context(), agentdb.InsertAgentParams{ID: id.New(), OwnerID: alice, Draft: Spec{}.encode()}); err != nil {
				return err
			}
		}
		return nil
	}
	err := domaintest.WhileLocked(t, h.o.DB, alice, fill, func() error {
		_, err := h.Create(t.Context(), alice, Spec{})
		return err
	})
	if !errs.Is(err, errs.AgentsFull) {
		t.Errorf("one agent too many: %v", err)
	}
	err = domaintest.WhileLocked(t, h.o.DB, alice, nil, func() error {
		_, err := h.AddAvatar(t.Context(), alice, "picture")
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// On PostgreSQL, publishing waits for an administrator who takes the agent down at the same moment, and
// must then see it.
func TestPublishSeesATakedown(t *testing.T) {
	t.Parallel()
	h := newHarness(t, dbtest.OpenPostgres(t))
	a := h.made(t, alice, full("周报"))
	published := make(chan error, 1)
	err := h.o.DB.InTx(t.Context(), func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(t.Context(), `UPDATE agent SET down_at = 1`); err != nil {
			return err
		}
		go func() {
			_, err := h.Publish(t.Context(), alice, a.ID, Link)
			published <- err
		}()
		domaintest.Eventually(t, "publishing waits", func() bool {
			var n int
			if err := h.o.DB.Read().QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n); err != nil {
				t.Error(err)
			}
			return n > 0
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-published; !errs.Is(err, errs.AgentDown) {
		t.Errorf("an agent that was taken down goes live: %v", err)
	}
}
