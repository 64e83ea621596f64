package serversecret

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// The row of the server's secret, and what its sealer is made for.
const (
	name    = "secret"
	purpose = "wenqu account secret"
)

// Read gives the server's secret, or makes it when this is the first
// start. Tokens are proved by it, so a copy of the database must not be enough
// to make one: it is stored sealed. Older servers stored it as it is; that one
// is sealed now and stays valid. It fails with seal.ErrKey when it was sealed
// with the key of another server.
func Read(ctx context.Context, d *db.DB, key seal.Key) (s Secret, err error) {
	sealer := key.Sealer(purpose)
	err = d.InTx(ctx, func(tx *sql.Tx) error {
		q := accountdb.New(tx)
		if err := q.InsertSetting(ctx, accountdb.InsertSettingParams{Name: name, Value: sealer.Seal(name, id.Token())}); err != nil {
			return err
		}
		value, err := q.GetSetting(ctx, name)
		if err != nil {
			return err
		}
		if seal.Sealed(value) {
			value, err = sealer.Open(name, value)
			s = Secret(value)
			return err
		}
		s = Secret(value)
		return q.UpdateSetting(ctx, accountdb.UpdateSettingParams{Name: name, Value: sealer.Seal(name, value)})
	})
	return s, err
}

// Forget deletes the server's secret: Read makes another one. Whatever was proved
// by it proves nothing any more.
func Forget(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM setting WHERE name = $1`, name)
	return err
}
