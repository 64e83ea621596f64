package factor

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// Options are what a Service needs.
type Options struct {
	DB     *db.DB
	Now    func() time.Time
	Sealer *seal.Sealer // seals the secrets
	MACKey string       // key for hashing recovery codes before they are stored
	// Count counts a try for an account from a network. It fails after too many tries.
	Count func(ctx context.Context, accountID, network string) error
}

// Service manages the second factors of accounts. It is safe for concurrent use.
type Service struct{ Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// Factor is the state of an account's second factor.
type Factor struct {
	On       bool
	Since    int64 // when the second factor was switched on, in Unix milliseconds; 0: it is off
	Recovery int   // number of unused recovery codes
}

// Setup is the secret of a second factor that is not confirmed yet. Both fields contain the secret.
type Setup struct {
	Secret  string // base32, for typing it into the app
	Address string // otpauth address, for a QR code
}

// Used is the kind of code that was accepted.
type Used string

// The kinds of codes.
const (
	ByApp      Used = "factor"
	ByRecovery Used = "recovery"
)

// Of reads the state of an account's second factor.
func (s *Service) Of(ctx context.Context, accountID string) (Factor, error) {
	q := accountdb.New(s.DB.Read())
	row, err := q.GetFactor(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && row.ConfirmedAt == 0 {
		return Factor{}, nil
	}
	if err != nil {
		return Factor{}, accountdb.Failed(err)
	}
	left, err := q.CountRecovery(ctx, accountID)
	return Factor{On: true, Since: row.ConfirmedAt, Recovery: int(left)}, accountdb.Failed(err)
}

// Begin creates a secret for an account; it replaces an earlier secret that was not confirmed. It
// fails with errs.FactorThere when the account has a second factor.
func (s *Service) Begin(ctx context.Context, accountID, issuer, name string) (Setup, error) {
	secret := newSecret()
	err := accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.BeginFactor(ctx, accountdb.BeginFactorParams{
			AccountID: accountID, Secret: s.Sealer.Seal(accountID, secret), CreatedAt: s.Now().UnixMilli(),
		})
		if err == nil && rows == 0 {
			return errs.New(errs.FactorThere)
		}
		return err
	})
	return Setup{Secret: secret, Address: address(issuer, name, secret)}, err
}

// Confirm checks a code of the app and switches the second factor on. It returns the recovery
// codes, which cannot be read again.
func (s *Service) Confirm(ctx context.Context, accountID, network, code string) (recovery []string, err error) {
	row, secret, err := s.open(ctx, accountID, network)
	if err != nil {
		return nil, err
	}
	if row.ConfirmedAt > 0 {
		return nil, errs.New(errs.FactorThere)
	}
	now := s.Now()
	digits, _ := typed(code)
	step, ok := match(secret, digits, now, 0)
	if !ok {
		return nil, errs.New(errs.WrongFactor)
	}
	err = accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.ConfirmFactor(ctx, accountdb.ConfirmFactorParams{
			ConfirmedAt: now.UnixMilli(), LastStep: step, AccountID: accountID, Secret: row.Secret,
		})
		if err == nil && rows == 0 {
			return errs.New(errs.WrongFactor) // a simultaneous request has confirmed the secret or replaced it
		}
		if err != nil {
			return err
		}
		recovery, err = s.renew(ctx, q, accountID)
		return err
	})
	return recovery, err
}

// Check accepts a code of the app or a recovery code and uses it up. If the code is wrong, Check fails
// with errs.WrongFactor. If the account has no second factor, Check fails with errs.NotBound. After too
// many tries, Check fails with the error of Count.
func (s *Service) Check(ctx context.Context, accountID, network, code string) (Used, error) {
	return s.act(ctx, accountID, network, code, func(*accountdb.Queries) error { return nil })
}

// Remove checks a code as Check does, and deletes the second factor and its recovery codes.
func (s *Service) Remove(ctx context.Context, accountID, network, code string) (Used, error) {
	return s.act(ctx, accountID, network, code, func(q *accountdb.Queries) error { return Forget(ctx, q, accountID) })
}

// Renew checks a code as Check does, and replaces the recovery codes. The earlier recovery codes become
// invalid.
func (s *Service) Renew(ctx context.Context, accountID, network, code string) (used Used, recovery []string, err error) {
	used, err = s.act(ctx, accountID, network, code, func(q *accountdb.Queries) error {
		recovery, err = s.renew(ctx, q, accountID)
		return err
	})
	return used, recovery, err
}

// Reset removes the second factor and the recovery codes of an account without asking for a code.
// It fails with errs.NotBound when the account has no second factor, not even an unconfirmed one.
func (s *Service) Reset(ctx context.Context, accountID string) error {
	return accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows, err := q.DeleteFactor(ctx, accountID)
		if err == nil && rows == 0 {
			return errs.New(errs.NotBound)
		}
		return errors.Join(err, q.DeleteRecovery(ctx, accountID))
	})
}

// On tells whether a login to the account needs a code. It reads with `q`, so it can take part in
// the caller's transaction.
func On(ctx context.Context, q *accountdb.Queries, accountID string) (bool, error) {
	row, err := q.GetFactor(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return row.ConfirmedAt > 0, err
}

// Forget deletes the second factor and the recovery codes of an account, in the caller's
// transaction.
func Forget(ctx context.Context, q *accountdb.Queries, accountID string) error {
	_, err := q.DeleteFactor(ctx, accountID)
	return errors.Join(err, q.DeleteRecovery(ctx, accountID))
}

// act checks a code and calls `do` in the same transaction, so that the code is used up only if `do`
// succeeds.
func (s *Service) act(ctx context.Context, accountID, network, code string, do func(*accountdb.Queries) error) (used Used, err error) {
	row, secret, err := s.open(ctx, accountID, network)
	if err != nil {
		return "", err
	}
	if row.ConfirmedAt == 0 {
		return "", errs.New(errs.NotBound)
	}
	digits, recovery := typed(code)
	step, matches := match(secret, digits, s.Now(), row.LastStep)
	err = accountdb.Write(ctx, s.DB, func(_ *sql.Tx, q *accountdb.Queries) error {
		rows := int64(0)
		switch {
		case recovery != "":
			used = ByRecovery
			rows, err = q.UseRecovery(ctx, accountdb.UseRecoveryParams{AccountID: accountID, Mac: s.macOf(accountID, recovery)})
		case matches:
			used = ByApp
			rows, err = q.UseFactor(ctx, accountdb.UseFactorParams{LastStep: step, AccountID: accountID, Secret: row.Secret})
		}
		if err == nil && rows == 0 {
			return errs.New(errs.WrongFactor)
		}
		if err != nil {
			return err
		}
		return do(q)
	})
	return used, err
}

// open counts a try, and then reads an account's second factor and decrypts its secret. The callers compare
// the code only afterwards, so every try is counted.
func (s *Service) open(ctx context.Context, accountID, network string) (accountdb.AccountFactor, string, error) {
	if err := s.Count(ctx, accountID, network); err != nil {
		return accountdb.AccountFactor{}, "", err
	}
	row, err := accountdb.New(s.DB.Read()).GetFactor(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) {
		return row, "", errs.New(errs.NotBound)
	}
	if err != nil {
		return row, "", accountdb.Failed(err)
	}
	secret, err := s.Sealer.Open(accountID, row.Secret)
	return row, secret, accountdb.Failed(err)
}

// renew replaces the recovery codes in the caller's transaction.
func (s *Service) renew(ctx context.Context, q *accountdb.Queries, accountID string) ([]string, error) {
	if err := q.DeleteRecovery(ctx, accountID); err != nil {
		return nil, err
	}
	out := make([]string, RecoveryCodes)
	for i := range out {
		out[i] = newRecovery()
		mac := s.macOf(accountID, strings.ReplaceAll(out[i], "-", ""))
		if err := q.InsertRecovery(ctx, accountdb.InsertRecoveryParams{AccountID: accountID, Mac: mac}); err != nil {
			return nil, err
		}
	}
	return out, nil
}
