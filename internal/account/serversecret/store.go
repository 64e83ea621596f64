package serversecret

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// The name of the setting that contains the server's secret, and the purpose of its
// sealer.
const (
	name    = "secret"
	purpose = "wenqu account secret"
)

// Read returns the server's secret, and creates it if there is none. The secret is stored
// sealed, so that a copy of the database is not enough to create tokens. Older servers stored it
// unsealed; Read seals such a secret, which stays valid. Read fails with seal.ErrKey when the secret
// was sealed with another server's key.
func Read(ctx context.Context, d *db.DB, key seal.Key) (s Secret, err error) {
	err = d.InTx(ctx, func(tx *sql.Tx) error {
		s, err = read(ctx, accountdb.New(tx), key)
		return err
	})
	return s, err
}

func read(ctx context.Context, q *accountdb.Queries, key seal.Key) (Secret, error) {
	sealer := key.Sealer(purpose)
	if err := q.InsertSetting(ctx, accountdb.InsertSettingParams{Name: name, Value: sealer.Seal(name, id.Token())}); err != nil {
		return nil, err
	}
	value, err := q.GetSetting(ctx, name)
	if err != nil {
		return nil, err
	}
	if seal.Sealed(value) {
		value, err = sealer.Open(name, value)
		return Secret(value), err
	}
	return Secret(value), q.UpdateSetting(ctx, accountdb.UpdateSettingParams{Name: name, Value: sealer.Seal(name, value)})
}

// Forget deletes the server's secret. Read then creates a new secret, and tokens made with the old
// secret become invalid.
func Forget(ctx context.Context, tx *sql.Tx) error {
	return accountdb.New(tx).DeleteSetting(ctx, name)
}
