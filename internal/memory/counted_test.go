package memory_test

import (
	"database/sql"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/memory"
)

// On PostgreSQL, calls at the same time do not exceed the limit together.
func TestLimitHoldsForCallsAtTheSameTime(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenPostgres(t)
	s := open(t, d)
	fill := func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), `INSERT INTO memory (id, owner_id, author_id, topic, text, folded, previous, created_at, updated_at)
			SELECT 'm' || n, $1, '', 'm' || n, 'm' || n, 'm' || n, '', 1, 1 FROM generate_series(1, $2) n`, alice, memory.MaxMemories)
		return err
	}
	err := domaintest.WhileLocked(t, d, alice, fill, func() error {
		_, _, err := s.Put(t.Context(), alice, "", "再多一条就满了")
		return err
	})
	if !errs.Is(err, errs.MemoriesFull) {
		t.Errorf("one memory too many: %v", err)
	}
}
