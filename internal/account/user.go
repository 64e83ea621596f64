package account

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/account/accountdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Role is what a user may do (specification, point 3).
type Role int

// The roles.
const (
	Normal Role = 0
	Admin  Role = 1
)

// State is how an account stands.
type State string

// The states of an account.
const (
	Active   State = "active"
	Leaving  State = "leaving"  // its person asked for its end, which a login can still prevent
	Disabled State = "disabled" // by an administrator
)

// Login states of the specification's point 3.
const (
	StatusNone        = 0
	StatusUser        = 1
	StatusUnactivated = 2 // proven, but the account must be taken up again first
)

// MaxName is the longest name, in characters.
const MaxName = 24

// User is an account as its owner or an administrator sees it.
type User struct {
	ID         string
	Name       string
	Avatar     string // address of the picture; empty without one
	Role       Role
	State      State
	LeavesAt   int64 // when a leaving account is deleted; Unix milliseconds
	CreatedAt  int64
	LastSeenAt int64
}

func userOf(row accountdb.Account) User {
	return User{
		ID: row.ID, Name: row.Name, Avatar: avatarURL(row.AvatarID), Role: Role(row.Role), State: State(row.State),
		LeavesAt: row.LeavesAt, CreatedAt: row.CreatedAt, LastSeenAt: row.LastSeenAt,
	}
}

// User reads an account. It fails with errs.NotFound when there is none.
func (s *Service) User(ctx context.Context, accountID string) (User, error) {
	row, err := accountdb.New(s.db.Read()).GetAccount(ctx, accountID)
	if err != nil {
		return User{}, found(err)
	}
	return userOf(row), nil
}

// found turns the database's "no row" into errs.NotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	return stored(err)
}

// stored makes an error of the database one for the user.
func stored(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*errs.Error](err); ok {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// write runs fn in one transaction.
func (s *Service) write(ctx context.Context, fn func(tx *sql.Tx, q *accountdb.Queries) error) error {
	return stored(s.db.InTx(ctx, func(tx *sql.Tx) error { return fn(tx, accountdb.New(tx)) }))
}

// cleanName is a name as it is shown: on one line, without control characters.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	return text.OneLine(name)
}

// providerName is the name that a provider knows somebody by, cut to what fits.
func providerName(name string) string { return text.Cut(cleanName(name), MaxName) }

// Rename changes the name of an account.
func (s *Service) Rename(ctx context.Context, accountID, name string) error {
	name = cleanName(name)
	if name == "" || text.Len(name) > MaxName {
		return errs.New(errs.BadName).With("limit", "24")
	}
	return s.write(ctx, func(_ *sql.Tx, q *accountdb.Queries) error {
		return meets(q.SetName(ctx, accountdb.SetNameParams{Name: name, ID: accountID}))
	})
}

// meets turns "no row" into errs.NotFound.
func meets(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}

func millis(t time.Time) int64 { return t.UnixMilli() }
