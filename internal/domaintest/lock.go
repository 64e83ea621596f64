//go:build unix

package domaintest

import (
	"database/sql"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// WhileLocked runs `call` while a transaction has locked an owner on PostgreSQL, and returns the error of
// `call`. When `call` waits for the lock, the transaction runs `fill`, which may be nil, and commits. The
// test fails if `call` ends without having waited.
func WhileLocked(t testing.TB, d *db.DB, owner string, fill func(tx *sql.Tx) error, call func() error) error {
	t.Helper()
	ended := make(chan error, 1)
	err := d.InTxOf(t.Context(), owner, func(tx *sql.Tx) error {
		go func() { ended <- call() }()
		Eventually(t, "the call waits for the lock, or ends", func() bool {
			var n int
			if err := d.Read().QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`).Scan(&n); err != nil {
				t.Error(err)
			}
			if n == 0 && len(ended) > 0 {
				t.Error("the call did not wait for the lock of the owner")
			}
			return n > 0 || len(ended) > 0
		})
		if fill == nil {
			return nil
		}
		return fill(tx)
	})
	if err != nil {
		t.Error(err)
	}
	return <-ended
}
