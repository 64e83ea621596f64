package serversecret_test

import (
	"database/sql"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/serversecret"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

// The first key that claims a database becomes its key, and other keys are refused. If the server's
// secret is already sealed, only its key can claim the database.
func TestClaim(t *testing.T) {
	t.Parallel()
	mine, other := seal.NewKey("mine"), seal.NewKey("another's")
	claims := func(t *testing.T, d *db.DB, key seal.Key, want bool) {
		t.Helper()
		if own, err := serversecret.Claim(t.Context(), d, key); err != nil || own != want {
			t.Errorf("own: %v, want %v: %v", own, want, err)
		}
	}
	t.Run("new", func(t *testing.T) {
		t.Parallel()
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			claims(t, d, mine, true)
			claims(t, d, other, false)
			claims(t, d, mine, true)
		})
	})
	t.Run("sealed", func(t *testing.T) {
		t.Parallel()
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			if _, err := serversecret.Read(t.Context(), d, mine); err != nil {
				t.Fatal(err)
			}
			claims(t, d, other, false)
			claims(t, d, mine, true)
			claims(t, d, other, false)
		})
	})
	t.Run("unsealed", func(t *testing.T) {
		t.Parallel()
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			if err := d.InTx(t.Context(), func(tx *sql.Tx) error {
				_, err := tx.ExecContext(t.Context(), `INSERT INTO setting (name, value) VALUES ('secret', 'of an older server')`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			claims(t, d, mine, true)
			claims(t, d, other, false)
			if s, err := serversecret.Read(t.Context(), d, mine); err != nil || string(s) != "of an older server" {
				t.Errorf("%q: %v", s, err)
			}
		})
	})
}
