package serversecret

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// fingerprint is the name of a setting: the fingerprint of the key that seals the secrets in the
// database.
const fingerprint = "key_fingerprint"

// Claim reports whether the database belongs to key: the stored fingerprint is the fingerprint of key,
// and key can decrypt the server's secret. What is missing is created first: the fingerprint of key, and
// then a secret. If the database belongs to another key, nothing is stored.
func Claim(ctx context.Context, d *db.DB, key seal.Key) (own bool, err error) {
	err = d.InTx(ctx, func(tx *sql.Tx) error {
		q := accountdb.New(tx)
		if err := q.InsertSetting(ctx, accountdb.InsertSettingParams{Name: fingerprint, Value: key.Fingerprint()}); err != nil {
			return err
		}
		known, err := q.GetSetting(ctx, fingerprint)
		own = known == key.Fingerprint()
		if err != nil || !own {
			return err
		}
		_, err = read(ctx, q, key)
		return err // an error rolls back the transaction, and with it the new fingerprint
	})
	if errors.Is(err, seal.ErrKey) {
		return false, nil
	}
	return own && err == nil, err
}

// TakeOver stores the fingerprint of key and replaces any other fingerprint.
func TakeOver(ctx context.Context, tx *sql.Tx, key seal.Key) error {
	return accountdb.New(tx).PutSetting(ctx, accountdb.PutSettingParams{Name: fingerprint, Value: key.Fingerprint()})
}

// Fits reports whether the database belongs to key: no fingerprint of another key is stored, and
// key can decrypt the server's secret. If there is no secret yet, and no fingerprint of another key,
// Fits creates a secret.
func Fits(ctx context.Context, d *db.DB, key seal.Key) (bool, error) {
	known, err := accountdb.New(d.Read()).GetSetting(ctx, fingerprint)
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return false, err
	case known != key.Fingerprint():
		return false, nil
	}
	_, err = Read(ctx, d, key)
	if errors.Is(err, seal.ErrKey) {
		return false, nil
	}
	return err == nil, err
}
