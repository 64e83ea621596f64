package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/account/avatar"
	"github.com/wenqu-ai/wenqu/internal/account/display"
	"github.com/wenqu-ai/wenqu/internal/account/mobile"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Role is what determines a user's rights.
type Role int

// The roles.
const (
	Normal Role = 0
	Admin  Role = 1
)

// State is the state of an account.
type State string

// The states of an account.
const (
	Active   State = "active"
	Leaving  State = "leaving"  // the owner has asked for the deletion; until it begins, the owner can reactivate the account
	Disabled State = "disabled" // an administrator has disabled the account
)

// Login states of the protocol.
const (
	StatusNone        = 0
	StatusUser        = 1
	StatusUnactivated = 2 // the identity was proven, but the account must be reactivated first
)

// User is an account as its owner or an administrator sees it.
type User struct {
	ID         string
	Name       string
	Avatar     string // address of the picture; empty when there is no picture
	Role       Role
	State      State
	LeavesAt   int64 // when a leaving account will be deleted, in Unix milliseconds; 0: it is being deleted, or not leaving
	CreatedAt  int64
	LastSeenAt int64
}

func userOf(row accountdb.Account) User {
	return User{
		ID: row.ID, Name: row.Name, Avatar: avatar.Address(row.AvatarID), Role: Role(row.Role), State: State(row.State),
		LeavesAt: row.LeavesAt, CreatedAt: row.CreatedAt, LastSeenAt: row.LastSeenAt,
	}
}

// User reads an account. It fails with errs.NotFound if there is no account. Ids without an account
// are cached, because each question of a visitor looks up the visitor's id several times. The cache
// need not be emptied, because a new account has a new id.
func (s *Service) User(ctx context.Context, accountID string) (User, error) {
	none, turn := s.visitors.Has(accountID, s.now())
	if none {
		return User{}, accountdb.Found(sql.ErrNoRows)
	}
	row, err := accountdb.New(s.db.Read()).GetAccount(ctx, accountID)
	if errors.Is(err, sql.ErrNoRows) {
		s.visitors.Add(accountID, turn, s.now())
	}
	if err != nil {
		return User{}, accountdb.Found(err)
	}
	return userOf(row), nil
}

// Named finds an account by its id or phone number. It fails with errs.NotFound if there is no
// account, and with errs.BadRequest if several accounts have the number.
func (s *Service) Named(ctx context.Context, name string) (accountID string, err error) {
	q := accountdb.New(s.db.Read())
	if _, err := q.GetAccount(ctx, name); err == nil {
		return name, nil
	} else if !errors.Is(err, sql.ErrNoRows) {
		return "", accountdb.Failed(err)
	}
	phone, err := mobile.Normal(name)
	if err != nil {
		return "", errs.New(errs.NotFound)
	}
	rows, err := q.AccountsOf(ctx, accountdb.AccountsOfParams{Type: string(Phone), Subject: phone})
	switch {
	case err != nil:
		return "", accountdb.Failed(err)
	case len(rows) == 0:
		return "", errs.New(errs.NotFound)
	case len(rows) > 1:
		return "", badRequest("the number proves several accounts: name one by its id")
	}
	return rows[0].ID, nil
}

// write runs fn in one transaction.
func (s *Service) write(ctx context.Context, fn func(tx *sql.Tx, q *accountdb.Queries) error) error {
	return accountdb.Write(ctx, s.db, fn)
}

// Rename changes the name of an account.
func (s *Service) Rename(ctx context.Context, accountID, name string) error {
	name = display.Line(name)
	if name == "" || text.Len(name) > display.MaxName {
		return errs.New(errs.BadName).With("limit", "24")
	}
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		return accountdb.Changed(q.SetName(ctx, accountdb.SetNameParams{Name: name, ID: accountID}))
	})
}

func millis(t time.Time) int64 { return t.UnixMilli() }
