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
